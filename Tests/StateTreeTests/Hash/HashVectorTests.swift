import Foundation
import StateTree
import TestSupport
import Testing

@Suite struct `Vectors of the state hash` {
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

  @Test func `The page has vectors of every kind of value`() {
    #expect(Self.vectors.count >= 50)
    for first in ["n", "t", "f", "0", "-", "\"", "[", "{"] {
      #expect(Self.vectors.contains { $0.json.hasPrefix(first) })
    }
  }

  @Test func `The library gives every vector`() throws {
    for (json, hash) in Self.vectors {
      #expect(try JSONValue(parsing: json).stateHash.description == hash, "\(json)")
      #expect(try StateEncoder().hash(JSONValue(parsing: json)).description == hash, "\(json)")
      #expect(try JSONDocument(Array(json.utf8)).root.stateHash.description == hash, "\(json)")
    }
  }

  @Test func `The second implementation gives every vector`() throws {
    for (json, hash) in Self.vectors {
      #expect(try independentHash(JSONValue(parsing: json))?.description == hash, "\(json)")
    }
  }

  @Test func `The page gives the constant of arrays as it is computed`() throws {
    let digest = ReferenceHash.siphash(Array("reduxlog array".utf8))
    #expect(Natural(bytes: digest).moduloPrime == ReferenceHash.base)
  }

  @Test func `Equal documents have equal hashes, others have others`() throws {
    let values = try Self.vectors.map { try JSONValue(parsing: $0.json) }
    for (index, value) in values.enumerated() {
      for (other, otherValue) in values.enumerated() {
        #expect((value == otherValue) == (Self.vectors[index].hash == Self.vectors[other].hash))
      }
    }
  }
}
