import Foundation
import StateCoding

extension Group {
  /// Coding a session's actions.
  static func actionCoding(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "action/encode", "encoding one small action with synthesised Codable", unit: "µs", against: "JSONEncoder",
        goal: .ratioAtLeast(Effort.isDebugBuild ? 1.2 : 6)),
      RowDescription(
        "action/decode", "decoding one small action with synthesised Codable", unit: "µs", against: "JSONDecoder",
        goal: .ratioAtLeast(Effort.isDebugBuild ? 1.2 : 4.5)),
    ]) { conditions in
      let actions = Array(TodoSession(itemCount: effort.items).dropFirst().prefix(1000))
      let encoder = StateEncoder()
      let decoder = StateDecoder()
      let foundationEncoder = JSONEncoder()
      let foundationDecoder = JSONDecoder()
      let texts = try actions.map { try encoder.encode($0) }
      let data = texts.map { Data($0) }
      var buffer: [UInt8] = []
      let count = Double(actions.count)
      let samples = try Rounds(count: effort.rounds * 3).measure(
        {
          try Stopwatch.nanoseconds {
            for action in actions {
              buffer.removeAll(keepingCapacity: true)
              try encoder.encode(action, appendingTo: &buffer)
            }
          } / count
        },
        {
          try Stopwatch.nanoseconds { for action in actions { blackHole(try foundationEncoder.encode(action)) } }
            / count
        },
        {
          try Stopwatch.nanoseconds {
            for text in texts { blackHole(try decoder.decode(TodoAction.self, from: text)) }
          } / count
        },
        {
          try Stopwatch.nanoseconds {
            for text in data { blackHole(try foundationDecoder.decode(TodoAction.self, from: text)) }
          } / count
        })
      return [
        Measurement(samples[0], against: samples[1]), Measurement(samples[2], against: samples[3]),
      ]
    }
  }

  /// Coding and hashing a whole state that stores no hashes.
  static func stateCoding(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "state/encode", "encoding a state of \(Figure.count(effort.items)) tasks in an array", unit: "ms",
        against: "JSONEncoder", goal: .ratioAtLeast(Effort.isDebugBuild ? 1.5 : 8)),
      RowDescription(
        "state/hash", "hashing the same state without making JSON", unit: "ms",
        against: "JSONEncoder, without hashing its JSON", goal: .ratioAtLeast(Effort.isDebugBuild ? 1 : 8)),
      RowDescription(
        "state/decode", "decoding the same state", unit: "ms", against: "JSONDecoder",
        goal: .ratioAtLeast(Effort.isDebugBuild ? 1.5 : 6)),
    ]) { conditions in
      let state = PlainTodoState(count: effort.items)
      let encoder = StateEncoder()
      let decoder = StateDecoder()
      let foundationEncoder = JSONEncoder()
      let foundationDecoder = JSONDecoder()
      let text = try encoder.encode(state)
      let data = Data(text)
      let samples = try Rounds(count: effort.rounds).measure(
        { try Stopwatch.nanoseconds { blackHole(try encoder.encode(state)) } },
        { try Stopwatch.nanoseconds { blackHole(try foundationEncoder.encode(state)) } },
        { try Stopwatch.nanoseconds { blackHole(try encoder.hash(state)) } },
        { try Stopwatch.nanoseconds { blackHole(try decoder.decode(PlainTodoState.self, from: text)) } },
        { try Stopwatch.nanoseconds { blackHole(try foundationDecoder.decode(PlainTodoState.self, from: data)) } })
      return [
        Measurement(samples[0], against: samples[1]), Measurement(samples[2], against: samples[1]),
        Measurement(samples[3], against: samples[4]),
      ]
    }
  }
}
