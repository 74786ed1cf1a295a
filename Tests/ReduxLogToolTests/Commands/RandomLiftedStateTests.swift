import CommandLineKit
import Expectations
import ReduxJournal
import ReduxLogTool
import StateTree
import TestSupport
import Testing

/// `import` of random lifted states, whose steps a small model knows.
struct RandomLiftedStateTests {
  private let tool: ToolFixture

  init() throws { tool = try ToolFixture() }

  /// A value of a web app. Objects with identity may occur several times.
  private indirect enum Live {
    case plain(JSONValue)
    /// A value that jsan marks with a text, and what JSON has for it.
    case marked(String, JSONValue?)
    case map([(String, Live)])
    case set([Live])
    case shared(Shared)
    case immutable(String, [Live])
  }

  private final class Shared {
    let isArray: Bool
    let members: [(String, Live)]

    init(isArray: Bool, _ members: [(String, Live)]) { (self.isArray, self.members) = (isArray, members) }
  }

  /// A step of the DevTools.
  private struct Step {
    var type: String
    var state: Live?
    var error: String?
    var isOff = false
  }

  /// A record of the journal: an action, or a state after a gap.
  private struct Record: Equatable {
    var type: String?
    var error: String?
    /// The state after it; `nil` if it is unknown.
    var state: JSONValue?
  }

  // MARK: The model

  /// What JSON has for a value; `nil` for undefined.
  private static func model(_ value: Live) -> JSONValue? {
    switch value {
    case .plain(let value), .marked(_, let value?): value
    case .marked(_, nil): nil
    case .map(let members): .object(JSONObject(members.map { ($0, model($1) ?? .null) }))
    case .set(let elements), .immutable(_, let elements): .array(elements.map { model($0) ?? .null })
    case .shared(let shared) where shared.isArray: .array(shared.members.map { model($1) ?? .null })
    case .shared(let shared):
      .object(JSONObject(shared.members.compactMap { key, value in model(value).map { (key, $0) } }))
    }
  }

  /// The records that steps become, the first state aside.
  private static func model(_ steps: [Step]) -> [Record] {
    steps.filter { !$0.isOff }.map { step in
      let isGap = step.type == "@@PAUSED"
      return Record(type: isGap ? nil : step.type, error: step.error, state: step.state.flatMap(model))
    }
  }

  // MARK: The DevTools

  /// Writes values as jsan does: the first occurrence of a shared value in full, the others as its path.
  private final class Writer {
    private var paths: [ObjectIdentifier: String] = [:]

    func text(_ value: Live, at path: String) -> String {
      switch value {
      case .plain(let value): return value.compact
      case .marked(let text, _): return mark(text)
      case .map(let members):
        // Paths in a map or a set count from its own text.
        let inner = Writer()
        let pairs = members.enumerated().map { index, member in
          "[\(JSONValue.string(member.0).compact),\(inner.text(member.1, at: "$[\(index)][1]"))]"
        }
        return mark("m[\(pairs.joined(separator: ","))]")
      case .set(let elements):
        let inner = Writer()
        let texts = elements.enumerated().map { inner.text($1, at: "$[\($0)]") }
        return mark("l[\(texts.joined(separator: ","))]")
      case .immutable(let type, let elements):
        return
          #"{"data":{\#(elements.enumerated().map { "\"\($0)\":\(text($1, at: path + ".data[\($0)]"))" }.joined(separator: ","))}"#
          + #","__serializedType__":"\#(type)"}"#
      case .shared(let shared): return text(shared, at: path)
      }
    }

    private func text(_ shared: Shared, at path: String) -> String {
      if let known = paths[ObjectIdentifier(shared)] { return mark(known) }
      paths[ObjectIdentifier(shared)] = path
      let members = shared.members.enumerated().map { index, member in
        if shared.isArray { return text(member.1, at: path + "[\(index)]") }
        let key = JSONValue.string(member.0).compact
        let next = member.0.wholeMatch(of: #/\w+/#.asciiOnlyWordCharacters()) != nil ? "." + member.0 : "[\(key)]"
        let inner = text(member.1, at: path + next)
        return "\(key):\(member.0 == "$jsan" ? "[\(inner)]" : inner)"
      }
      return shared.isArray ? "[\(members.joined(separator: ","))]" : "{\(members.joined(separator: ","))}"
    }

    private func mark(_ text: String) -> String { JSONValue.object(JSONObject([("$jsan", .string(text))])).compact }
  }

  private static func file(_ first: Live, _ steps: [Step]) -> String {
    let writer = Writer()
    let actions = steps.enumerated().map { index, step in
      #""\#(index + 1)":{"action":{"type":\#(JSONValue.string(step.type).compact)},"timestamp":\#(1000 + index)}"#
    }
    let states = ([Step(type: "", state: first)] + steps).enumerated().map { index, step in
      var members = step.state.map { [#""state":"# + writer.text($0, at: "$.computedStates[\(index)].state")] } ?? []
      if let error = step.error { members.append(#""error":\#(JSONValue.string(error).compact)"#) }
      return "{\(members.joined(separator: ","))}"
    }
    let off = steps.indices.filter { steps[$0].isOff }.map { $0 + 1 }
    return """
      {"computedStates":[\(states.joined(separator: ","))],
      "actionsById":{\(([#""0":{"action":{"type":"@@INIT"},"timestamp":999}"#] + actions).joined(separator: ","))},
      "stagedActionIds":\(Array(0...steps.count)),"skippedActionIds":\(off),"nextActionId":\(steps.count + 1)}
      """
  }

  // MARK: The generator

  private static let marks: [(String, JSONValue?)] = [
    ("u", nil), ("n", "NaN"), ("i", "Infinity"), ("y", "-Infinity"), ("d0", "1970-01-01T00:00:00.000Z"),
    ("ri,a", "/a/i"), ("ff()", "f()"), ("eoh", "Error: oh"), ("sx", "Symbol(x)"), ("gx", "Symbol(x)"),
  ]

  private static let keys = ["a", "b2", "two words", "$jsan", "a.b", "[0]", "\"", "ü", "data", "__proto__", "0", ""]

  private static func value(
    _ generator: inout SeededGenerator, depth: Int, _ known: inout [Shared]
  ) -> Live {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 4), using: &generator) {
    case 0: return .plain(JSONValue(integerLiteral: Int.random(in: -9...9, using: &generator)))
    case 1: return .plain(.string(keys.randomElement(using: &generator) ?? ""))
    case 2: return .plain([true, nil].randomElement(using: &generator) ?? nil)
    case 3:
      let (mark, value) = marks.randomElement(using: &generator) ?? ("u", nil)
      return .marked(mark, value)
    case 4:
      var inner: [Shared] = []
      return .map([("k", value(&generator, depth: depth - 1, &inner)), ("l", value(&generator, depth: 0, &inner))])
    case 5:
      var inner: [Shared] = []
      return .set([value(&generator, depth: depth - 1, &inner)])
    case 6:
      let type = ["ImmutableList", "ImmutableStack"].randomElement(using: &generator) ?? ""
      return .immutable(type, [value(&generator, depth: depth - 1, &known), .plain(1)])
    case 7: if let shared = known.randomElement(using: &generator) { return .shared(shared) }
    default: break
    }
    let isArray = Bool.random(using: &generator)
    let members = keys.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)).map {
      ($0, value(&generator, depth: depth - 1, &known))
    }
    let shared = Shared(isArray: isArray, members)
    known.append(shared)
    return .shared(shared)
  }

  private static func step(_ number: Int, _ generator: inout SeededGenerator, _ known: inout [Shared]) -> Step {
    let type = Int.random(in: 0..<8, using: &generator) == 0 ? "@@PAUSED" : "step\(number)"
    let hasState = Int.random(in: 0..<6, using: &generator) > 0
    let error: String? =
      ["Error: no", "Interrupted by an error up the chain", nil, nil, nil].randomElement(using: &generator) ?? nil
    return Step(
      type: type, state: hasState ? value(&generator, depth: 4, &known) : nil, error: type == "@@PAUSED" ? nil : error,
      isOff: Int.random(in: 0..<6, using: &generator) == 0)
  }

  /// Takes seconds: it imports dozens of files and shows each state.
  @Test func `steps become what the model says`() throws {
    let seed = Soak.isOn ? UInt64.random(in: 0 ... .max) : 37
    var generator = SeededGenerator(seed: seed)
    for number in 0..<Soak.count(40, soak: 2000) {
      var known: [Shared] = []
      let first = Self.value(&generator, depth: 4, &known)
      let steps = (1...Int.random(in: 1...12, using: &generator)).map { Self.step($0, &generator, &known) }
      tool.folder.create("s.json", Self.file(first, steps))
      let result = tool.run("import DIR/s.json -o DIR/j.jsonl --force --keep-text --no-default-rules --redact /none")
      try #require(result.code == .fine, "seed \(seed), file \(number): \(result)")
      let found = try records(), expected = Self.model(steps)
      try #require(found == expected, "seed \(seed), file \(number): \(found) instead of \(expected)")
      let proof = tool.run("verify DIR/j.jsonl --no-replay")
      try #require(proof.code == .fine, "seed \(seed), file \(number): \(proof)")
    }
  }

  /// The journal's records after the first state.
  private func records() throws -> [Record] {
    let reader = try JournalFile(path: tool.folder.path(of: "j.jsonl")).entries(fromOffset: 0)
    var records: [Record] = []
    while let entry = try reader.next() {
      switch entry.record {
      case .action(let action):
        records.append(
          Record(type: action.type, error: action.error, state: try action.hash.map { _ in try shown(action.seq) }))
      case .snapshot(let snapshot) where entry.setsState && entry.seq > 0:
        records.append(Record(state: try snapshot.isWhole ? .some(shown(entry.seq)) : .none))
      default: break
      }
    }
    return records
  }

  private func shown(_ seq: Int) throws -> JSONValue {
    try JSONValue(parsing: tool.run("show DIR/j.jsonl@\(seq)").output)
  }
}
