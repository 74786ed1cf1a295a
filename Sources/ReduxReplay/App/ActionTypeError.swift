/// Why a name leads to no type of action, where `ActionCoding.found` looks for one.
public struct ActionTypeError: Error, Hashable, Sendable {
  /// The name that was found; `nil` if there is none.
  public let name: String?
  /// What is wrong with it.
  public let problem: Problem

  /// What can be wrong with a name.
  public enum Problem: Hashable, Sendable {
    /// No type has it, or only a private one.
    case unknown
    /// It is longer than names are looked up.
    case tooLong(limit: Int)
    /// The type that has it is no action of the app's.
    case noAction
    /// The type that has it can't be decoded.
    case notDecodable
    /// Several types have it; their qualified names are given.
    case ambiguous([String])
    /// No type can be asked whether it is an action: the protocol is private, or any type conforms to it.
    case unbounded(action: String)
  }
}

extension ActionTypeError: CustomStringConvertible {
  /// What was found, and what to do.
  public var description: String {
    guard let name else { return "no action type is named" }
    return switch problem {
    case .unknown:
      "no action type is named \(name); list it if it is private, or was renamed: .found(also:renamed:)"
    case .tooLong(let limit):
      "the action type's name has \(name.utf8.count) bytes; such names are looked up with at most \(limit)"
    case .noAction: "the type \(name) is no action of this app"
    case .notDecodable: "the type \(name) is not Decodable"
    case .ambiguous(let names):
      "the name \(name) leads to several types: \(names.joined(separator: ", ")); rename one of them, or list it once"
    case .unbounded(let action):
      "types are not looked up for \(action), because none can be asked whether it is one: "
        + "use a protocol of your own that isn't private, or list the type \(name)"
    }
  }
}
