import StateTree
import TestSupport
import Testing

@Suite struct `Keys` {
  @Test(arguments: 0..<6) func `may come in an order that changes`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    // Short and long ones, with and without escapes; more than a table of prepared keys holds.
    let names = (0..<160).map { number in
      ["k\(number)", "a key that is long \(number)", "\"\(number)\"", "\(number)é"][number % 4]
    }
    for _ in 0..<40 {
      let objects = (0..<20).map { _ in
        Members(names: Array(names.shuffled(using: &generator).prefix(.random(in: 0...12, using: &generator))))
      }
      let expected = JSONValue.array(
        objects.map { object in
          .object(JSONObject(object.names.map { ($0, .bool($0.utf8.count % 2 == 0)) }))
        })
      #expect(try StateEncoder().tree(objects) == expected, "seed \(seed)")
      #expect(try StateEncoder().hash(objects) == StateEncoder().hash(expected), "seed \(seed)")
    }
  }

  @Test func `may come twice, the last time counts`() throws {
    let known = Members(names: ["a", "b", "c"])
    let twice = Members(names: ["a", "b", "a", "c"])
    let values = [known, known, twice, known]
    let object = JSONValue.object(JSONObject(known.names.map { ($0, .bool(false)) }))
    #expect(try StateEncoder().tree(values) == .array([object, object, object, object]))
    #expect(try StateEncoder().hash(values) == StateEncoder().hash(JSONValue.array([object, object, object, object])))
  }
}

/// Encodes truth values under names.
private struct Members: Encodable {
  var names: [String]

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for name in names { try container.encode(name.utf8.count % 2 == 0, forKey: Key(stringValue: name)) }
  }
}
