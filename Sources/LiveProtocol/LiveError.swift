/// The reason why a connection between an app and the tool ends.
package enum LiveError: Error, Equatable, Sendable {
  /// The other side isn't a live session or the tool, or has another key.
  case notProven
  /// A frame claims this many bytes.
  case tooLong(Int)
  /// A message isn't what its kind says.
  case malformed(String)
  /// The other side was silent for too long.
  case silent
  /// The tool takes nothing from this app, such as because its disk is full.
  case refused(String)
}

extension LiveError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notProven: "the other side doesn't have the key of this run"
    case .tooLong(let count): "a message of \(count) bytes, which is too long"
    case .malformed(let what): "a message that isn't \(what)"
    case .silent: "no sign of life for too long"
    case .refused(let reason): "the tool refuses it: \(reason)"
    }
  }
}
