/// The reason why a text isn't a JSON Pointer, with its location.
public struct JSONPointerError: Error, Hashable, Sendable {
  /// The offset of the offending byte, counted from 0.
  public let offset: Int
  /// The reason.
  public let reason: Reason

  /// The reasons why a text isn't a JSON Pointer.
  public enum Reason: Hashable, Sendable {
    /// The text is not empty and does not start with a slash.
    case missingSlash
    /// A tilde that is followed by neither `0` nor `1`.
    case invalidEscape
  }
}

extension JSONPointerError: CustomStringConvertible {
  /// The reason and the location, in a sentence.
  public var description: String {
    switch reason {
    case .missingSlash: #"a JSON Pointer is empty or starts with "/""#
    case .invalidEscape: #""~" at byte \#(offset) of a JSON Pointer is not followed by 0 (for "~") or 1 (for "/")"#
    }
  }
}
