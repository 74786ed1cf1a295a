package import StateTree

/// What a command wants to know of a state.
package enum StateQuestion: Hashable, Sendable {
  /// Some of its values, as `StateEncoder.encode(_:only:)` writes them.
  case values(Selection)
  /// Whether the app's check with a name passes: `true` or `false`.
  case check(String)
}

/// The app has no check with a name.
package struct UnknownCheck: Error, CustomStringConvertible {
  /// The name.
  package let name: String

  package var description: String { "the app has no check '\(name)'" }
}

extension ReplayableApp {
  static func answer(_ question: StateQuestion, in state: State, by encoder: StateEncoder) throws -> [UInt8] {
    switch question {
    case .values(let selection): return try encoder.encode(state, only: selection)
    case .check(let name):
      guard let check = checks.first(where: { $0.name == name }) else { throw UnknownCheck(name: name) }
      return Array((check.passes(state) ? "true" : "false").utf8)
    }
  }
}
