import Expectations
import Foundation
import StateCoding
import StateTree
import TestSupport
import Testing

struct HashVectorTests {
  /// The rows of the last table of `docs/reference/state-hash.md`.
  static let vectors: [(json: String, hash: String)] = {
    guard let text = try? Repository.text("docs/reference/state-hash.md"),
      let table = text.range(of: "## Vectors").map({ text[$0.upperBound...] })
    else { return [] }
    return table.split(separator: "\n").compactMap { line in
      let cells = line.components(separatedBy: "`")
      return cells.count == 5 ? (cells[1], cells[3]) : nil
    }
  }()

  @Test func `the page has vectors for every kind of value`() {
    #expect(Self.vectors.count >= 50)
    for first in ["n", "t", "f", "0", "-", "\"", "[", "{"] {
      #expect(Self.vectors.contains { $0.json.hasPrefix(first) })
    }
  }

  @Test func `the library computes every vector`() throws {
    for (json, hash) in Self.vectors {
      try expectEqual(JSONValue(parsing: json).stateHash.description, hash, "\(json)")
      try expectEqual(StateEncoder().hash(JSONValue(parsing: json)).description, hash, "\(json)")
      try expectEqual(JSONDocument(Array(json.utf8)).root.stateHash.description, hash, "\(json)")
    }
  }

  @Test func `the reference implementation computes every vector`() throws {
    for (json, hash) in Self.vectors {
      try expectEqual(independentHash(JSONValue(parsing: json))?.description, hash, "\(json)")
    }
  }

  @Test func `the page's constant for arrays matches the computed one`() throws {
    let digest = ReferenceHash.siphash(Array("reduxlog array".utf8))
    expectEqual(Natural(bytes: digest).moduloPrime, ReferenceHash.base)
  }

  @Test func `only equal documents have equal hashes`() throws {
    let values = try Self.vectors.map { try JSONValue(parsing: $0.json) }
    for (index, value) in values.enumerated() {
      for (other, otherValue) in values.enumerated() {
        expectEqual((value == otherValue), (Self.vectors[index].hash == Self.vectors[other].hash))
      }
    }
  }
}
