extension RedactionRules {
  /// The places that a rule names: a JSON Pointer (RFC 6901) in which the token `*` stands for any key or index.
  ///
  /// It can be written as a literal; one that is no pointer is a programming error, which stops the process.
  public struct Pointer: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let pointer: JSONPointer

    /// Reads a pointer: `/users/*/address`; the empty text is the whole.
    ///
    /// - Throws: `JSONPointerError` for a text that is no JSON Pointer.
    public init(parsing text: String) throws(JSONPointerError) { pointer = try JSONPointer(text) }

    /// Takes a pointer that stands in the code.
    public init(stringLiteral text: String) {
      do { try self.init(parsing: text) } catch { preconditionFailure("\"\(text)\" is no JSON Pointer: \(error)") }
    }

    /// The pointer as it is written.
    public var description: String { pointer.description }
  }
}
