import StatePrivacy
import StateTree

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
/// It encodes every value that Foundation's `JSONEncoder` encodes, without loss: it keeps every bit of a `Date`, a `Decimal`
/// or a floating-point number, infinities and NaN payloads, a URL's base, and `.some(nil)`. It sorts sets and dictionaries,
/// so that equal values give equal text in every process. `Data` becomes base64 text, like with Foundation.
///
/// A value that encodes nothing becomes `{}`. If a value's `encode(to:)` doesn't write in the order of the result, the
/// encoder encodes it twice.
public struct StateEncoder: Sendable {
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// The sessions that encode under the rules; `nil` if the rules have no effect.
  let redaction: RedactingSessions?

  /// Creates an encoder.
  ///
  /// - Parameter userInfo: The `userInfo` of the encoder that values see.
  public init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
    redaction = nil
  }

  /// Creates an encoder that replaces secrets with stand-ins, and leaves volatile values out of hashes.
  ///
  /// - Parameters:
  ///   - rules: The rules that define secret and volatile values.
  ///   - userInfo: The `userInfo` of the encoder that values see.
  public init(rules: RedactionRules, userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
    redaction = rules.haveEffect ? RedactingSessions(RuleSet(rules)) : nil
  }

  /// Creates an encoder for comparing states by the keys of dictionaries and the elements of sets.
  ///
  /// What others write as an array is an object here. The value of a dictionary is a member under its key if that is a
  /// text, else under the key's JSON, and so is an element of a set. The texts aren't for decoding or hashing.
  ///
  /// - Parameter rules: The rules that define secret values.
  package init(namingEntriesBy rules: RedactionRules) {
    userInfo = [:]
    redaction = RedactingSessions(RuleSet(rules, namesEntries: true))
  }

  /// The rules of redaction.
  package var rules: RedactionRules { redaction?.rules.rules ?? .off }

  private func withSession<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    if let redaction { return try redaction.withSession(body) }
    return try EncodingSession.withPooled(body)
  }

  /// The value as JSON text without spaces.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  public func encode(_ value: some Encodable) throws -> [UInt8] {
    try withSession { session in
      try session.withText(of: value, userInfo: userInfo) { Array($0) }
    }
  }

  /// Appends the value as JSON text without spaces; on an error nothing is appended.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  package func encode(_ value: some Encodable, appendingTo output: inout [UInt8]) throws {
    try withSession { session in
      try session.withText(of: value, userInfo: userInfo) { output.append(contentsOf: $0) }
    }
  }

  /// The value as a tree.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  public func tree(_ value: some Encodable) throws -> JSONValue {
    if redaction == nil, let value = value as? JSONValue { return value }
    return try JSONValue(parsing: encode(value))
  }

  /// The value's state hash, computed without making JSON.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  public func hash(_ value: some Encodable) throws -> StateHash {
    try withSession { try $0.hash(value, userInfo: userInfo) }
  }

  /// The value's state hash together with those of the members near its root.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  package func outline(_ value: some Encodable) throws -> StateOutline {
    var outline = StateOutline()
    try withSession { try $0.outline(value, userInfo: userInfo, into: &outline) }
    return outline
  }

  /// The places of redacted values in a value, in the order in which they are written.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  package func redactedPlaces(in value: some Encodable) throws -> [RedactedPlace] {
    guard redaction != nil else { return [] }
    return try withSession { session in
      session.logsRedactions = true
      defer { session.logsRedactions = false }
      _ = try session.hash(value, userInfo: userInfo)
      return session.redactedPlaces
    }
  }

  /// The number of redacted values in a value.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  package func redactions(in value: some Encodable) throws -> Int {
    try withSession { session in
      _ = try session.hash(value, userInfo: userInfo)
      return session.redactions
    }
  }
}
