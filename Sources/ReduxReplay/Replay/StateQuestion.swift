package import StateCoding

/// A question of a command about a state.
package enum StateQuestion: Hashable, Sendable {
  /// Some of its values, as `StateEncoder.encode(_:only:)` writes them.
  case values(Selection)
  /// The same, without names of entries.
  case recordedValues(Selection)
  /// Its hash, as a text. Apart from `all`, a walk computes it from what changed.
  case hash
  /// The hash of the state as its session would have recorded it, as a text; of the state in the app's shape if that can't
  /// be restored. A walk answers with an empty text for a state that can't be encoded.
  case recordedHash
  /// That state.
  case recorded
  /// Whether the app's check with a name passes: `true` or `false`.
  case check(String)
  /// Several questions, whose answers are the elements of an array.
  case all([StateQuestion])
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
    case .all(let questions):
      var text = Array("[".utf8)
      for (index, question) in questions.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        text += try answer(question, in: state, by: encoder)
      }
      return text + Array("]".utf8)
    // The session's schema is the replayer's matter.
    case .hash, .recordedHash: return Array("\"\(try encoder.hash(state))\"".utf8)
    case .recorded: return try encoder.encode(state)
    case .values(let selection), .recordedValues(let selection): return try encoder.encode(state, only: selection)
    case .check(let name):
      guard let check = checks.first(where: { $0.name == name }) else { throw UnknownCheck(name: name) }
      return Array((check.passes(state) ? "true" : "false").utf8)
    }
  }
}

extension StateQuestion {
  /// Whether only the app's types can answer it.
  package var needsApp: Bool {
    switch self {
    case .values, .recordedValues, .hash, .recordedHash, .recorded: false
    case .check: true
    case .all(let questions): questions.contains { $0.needsApp }
    }
  }
}
