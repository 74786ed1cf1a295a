/// Decodes values from JSON: the inverse of `StateEncoder`.
///
///     let state = try StateDecoder().decode(TaskState.self, from: bytes)
///
/// It takes whatever Foundation's `JSONDecoder` takes with its default strategies, and what `StateEncoder` writes
/// beyond that. Errors are `DecodingError`, with the path to the place.
public struct StateDecoder: Sendable {
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  ///
  /// - Parameter userInfo: What the types' `init(from:)` find in their decoder's `userInfo`.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Decodes a value from a place in a document; paths in errors begin there.
  ///
  /// - Throws: `DecodingError`, or what the type's `init(from:)` throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from node: JSONNode) throws -> Value {
    try DecodingCore.decode(type, from: node, userInfo: userInfo)
  }

  /// Decodes a value from a document.
  ///
  /// - Throws: `DecodingError`, or what the type's `init(from:)` throws.
  package func decode<Value: Decodable>(_ type: Value.Type, from document: JSONDocument) throws -> Value {
    try decode(type, from: document.root)
  }

  /// Decodes a value from JSON text.
  ///
  /// - Throws: `JSONError` if the text is not JSON, `DecodingError`, or what the type's `init(from:)` throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try DecodingCore.decode(type, from: bytes, userInfo: userInfo)
  }

  /// Decodes a value from a tree.
  ///
  /// - Throws: `DecodingError`, or what the type's `init(from:)` throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from tree: JSONValue) throws -> Value {
    if let value = tree as? Value { return value }
    var text: [UInt8] = []
    tree.appendCompact(to: &text)
    return try decode(type, from: text)
  }
}
