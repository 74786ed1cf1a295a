/// A place of the state in which replay and recording part, with the actions that are why.
public struct DivergentLocation: Hashable, Sendable, Codable {
  /// An action that leads to another state there.
  public struct Action: Hashable, Sendable, Codable {
    /// The seq of the state that it led to.
    public let seq: Int
    /// Its type label.
    public let type: String
  }

  /// The JSON Pointer to it, in which `*` stands for keys and indices that vary; `nil` for whether the reducer refuses the
  /// action.
  public internal(set) var pointer: String?
  /// How many actions there are.
  public internal(set) var actions = 1
  /// For how many of them the reducer gives another value each time that it is asked, as one does that reads a clock.
  public internal(set) var impure: Int
  /// The types of the actions, and how many each has: the first that were met, where there are many.
  public internal(set) var types: [String: Int]
  /// The first of the actions.
  public let first: Action
  /// The last of the actions.
  public internal(set) var last: Action

  /// How many types are told apart.
  package static let typeLimit = 16

  init(pointer: String?, isImpure: Bool, _ action: Action) {
    self.pointer = pointer
    impure = isImpure ? 1 : 0
    types = [action.type: 1]
    first = action
    last = action
  }

  /// Adds an action, unless it was added before.
  mutating func add(_ action: Action, isImpure: Bool) {
    guard action.seq > last.seq else { return }
    actions += 1
    if isImpure { impure += 1 }
    if types[action.type] != nil || types.count < DivergentLocation.typeLimit { types[action.type, default: 0] += 1 }
    last = action
  }
}
