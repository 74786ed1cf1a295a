/// Why a text is not a JSON Pointer, and where.
public struct JSONPointerError: Error, Hashable, Sendable {
  /// The byte at which the trouble was found, counted from 0.
  public let offset: Int
  /// What is wrong there.
  public let reason: Reason

  /// What can be wrong with the text of a JSON Pointer.
  public enum Reason: Hashable, Sendable {
    /// The text is not empty and does not start with a slash.
    case missingSlash
    /// A tilde that is followed by neither `0` nor `1`.
    case invalidEscape
  }
}

extension JSONPointerError: CustomStringConvertible {
  /// What is wrong, and where, in a sentence.
  public var description: String {
    switch reason {
    case .missingSlash: #"a JSON Pointer is empty or starts with "/""#
    case .invalidEscape: #""~" at byte \#(offset) of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#
    }
  }
}
