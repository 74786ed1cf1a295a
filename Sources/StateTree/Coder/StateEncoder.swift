#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Encodes values as JSON text, as a tree, or straight into their state hash.
///
///     let bytes = try StateEncoder().encode(state)
///     let hash = try StateEncoder().hash(state)
///
/// It takes whatever Foundation's `JSONEncoder` takes, and loses nothing: every bit of a `Date`, a `Decimal` or a
/// floating-point number, infinities and NaN payloads, a URL's base, `.some(nil)`. Sets and dictionaries come out in
/// one order, so that equal values give equal text in every process. `Data` is base64 text, as with Foundation.
///
/// A value that encodes nothing becomes `{}`. A value whose `encode(to:)` does not write in the order of the result is
/// encoded twice.
public struct StateEncoder: Sendable {
  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// Creates an encoder.
  ///
  /// - Parameter userInfo: What the values' `encode(to:)` find in their encoder's `userInfo`.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
  }

  /// The value as JSON text without spaces.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    try core(.text()).run(value).text.output
  }

  /// Appends the value as JSON text without spaces; on an error nothing is appended.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  public func encode(_ value: some Encodable, appendingTo output: inout [UInt8]) throws {
    let count = output.count
    var taken: [UInt8] = []
    swap(&taken, &output)
    let core = core(.text(TextSink(appendingTo: taken)))
    taken = []
    defer { swap(&core.sink.text.output, &output) }
    do {
      try core.encode(value)
      if core.isOutOfOrder {
        let tree = try core.tree(of: value)
        core.sink.text.restart(at: count)
        core.sink.tree(tree)
      }
      try core.checkDepth(value)
    } catch {
      core.sink.text.output.removeSubrange(count...)
      throw error
    }
  }

  /// The value as a tree.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  public func tree(_ value: some Encodable) throws -> JSONValue {
    if let value = value as? JSONValue { return value }
    return try JSONValue(parsing: encode(value))
  }

  /// The value's state hash, computed without making JSON.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  public func hash(_ value: some Encodable) throws -> StateHash {
    try core(.hash()).run(value).hash.result
  }

  /// The value's state hash together with those of the members near its root.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  public func outline(_ value: some Encodable) throws -> StateOutline {
    let sink = try core(.hash(HashSink(collectsOutline: true))).run(value).hash
    return StateOutline(hash: sink.result, members: sink.outline?.members)
  }

  private func core(_ sink: EncodingSink) -> EncodingCore {
    EncodingCore(sink: sink, userInfo: userInfo)
  }
}
