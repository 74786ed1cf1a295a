public import StateTree

extension RedactionRules {
  /// A pattern of a rule: a JSON Pointer (RFC 6901) in which the token `*` matches any key or index.
  ///
  /// You can write it as a string literal; an invalid literal stops the process.
  public struct Pointer: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    let pointer: JSONPointer

    /// Parses a pointer, such as `/users/*/address`; the empty text is the root.
    ///
    /// - Throws: `JSONPointerError` if the text isn't a JSON Pointer.
    public init(parsing text: String) throws(JSONPointerError) { pointer = try JSONPointer(text) }

    /// Creates a pointer from a literal.
    public init(stringLiteral text: String) {
      do { try self.init(parsing: text) } catch { preconditionFailure("\"\(text)\" isn't a JSON Pointer: \(error)") }
    }

    /// The text of the pointer.
    public var description: String { pointer.description }
  }
}
