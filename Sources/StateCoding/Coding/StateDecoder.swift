import StateTree

/// Decodes values from JSON: the inverse of `StateEncoder`.
///
///     let state = try StateDecoder().decode(TaskState.self, from: bytes)
///
/// It decodes what Foundation's `JSONDecoder` decodes with its default strategies, and everything that `StateEncoder`
/// writes. Errors are `DecodingError` with a coding path.
public struct StateDecoder: Sendable {
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates a decoder.
  ///
  /// - Parameter userInfo: The `userInfo` of the decoder that types see.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// Decodes a value from a node of a document, where the paths of errors begin.
  ///
  /// - Throws: `DecodingError`, or the error of the type's `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type, from node: JSONNode) throws -> Value {
    try DecodingCore.decode(type, from: node, userInfo: userInfo)
  }

  /// Decodes a value from JSON text.
  ///
  /// - Throws: `JSONError` if the text is not JSON, `DecodingError`, or the error of the type's `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
    try DecodingCore.decode(type, from: bytes, userInfo: userInfo)
  }

  /// Decodes a value from a tree.
  ///
  /// - Throws: `DecodingError`, or the error of the type's `init(from:)`.
  public func decode<Value: Decodable>(_ type: Value.Type, from tree: JSONValue) throws -> Value {
    if let value = tree as? Value { return value }
    var text: [UInt8] = []
    tree.appendCompact(to: &text)
    return try decode(type, from: text)
  }
}
