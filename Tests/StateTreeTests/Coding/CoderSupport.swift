import Foundation
import StateCoding
import StateTree
import Testing

/// Expects that this coder and Foundation's write the same JSON for a value, and each reads the other's.
func expectAgreement<Value: Codable & Equatable>(
  _ value: Value, _ sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let ours = try StateEncoder().encode(value)
  let theirs = Array(try JSONEncoder().encode(value))
  let tree = try JSONValue(parsing: ours)
  #expect(try JSONValue(parsing: theirs) == tree, sourceLocation: sourceLocation)
  #expect(try StateDecoder().decode(Value.self, from: ours) == value, sourceLocation: sourceLocation)
  #expect(try StateDecoder().decode(Value.self, from: theirs) == value, sourceLocation: sourceLocation)
  #expect(try JSONDecoder().decode(Value.self, from: Data(ours)) == value, sourceLocation: sourceLocation)
  try expectOneTree(value, sourceLocation)
}

/// Expects that a value survives a round trip, and that text, tree and hash agree.
func expectRoundTrip<Value: Codable & Equatable>(
  _ value: Value, _ sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let decoded = try StateDecoder().decode(Value.self, from: StateEncoder().encode(value))
  #expect(decoded == value, sourceLocation: sourceLocation)
  try expectOneTree(value, sourceLocation)
}

/// Expects that every way to encode a value gives the same tree.
func expectOneTree(_ value: some Encodable, _ sourceLocation: SourceLocation = #_sourceLocation) throws {
  let text = try StateEncoder().encode(value)
  let tree = try JSONValue(parsing: text)
  var appended = Array("x".utf8)
  try StateEncoder().encode(value, appendingTo: &appended)
  #expect(appended == Array("x".utf8) + text, sourceLocation: sourceLocation)
  #expect(try StateEncoder().tree(value) == tree, sourceLocation: sourceLocation)
  #expect(try StateEncoder().hash(value) == tree.stateHash, sourceLocation: sourceLocation)
  #expect(try StateEncoder().outline(value).hash == tree.stateHash, sourceLocation: sourceLocation)
  #expect(independentHash(tree) == tree.stateHash, sourceLocation: sourceLocation)
}

/// The JSON text of a value.
func text(_ value: some Encodable) throws -> String {
  String(decoding: try StateEncoder().encode(value), as: UTF8.self)
}

/// A value's tree as Foundation encodes it.
func foundationTree(_ value: some Encodable) throws -> JSONValue {
  try JSONValue(parsing: Array(JSONEncoder().encode(value)))
}

/// A value as the member of an object.
struct Box<Value> {
  var value: Value
}

extension Box: Encodable where Value: Encodable {}
extension Box: Decodable where Value: Decodable {}
extension Box: Equatable where Value: Equatable {}
extension Box: Hashable where Value: Hashable {}
