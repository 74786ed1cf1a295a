/// The hash of a state's JSON tree: 128 bits, printed as 32 lowercase hex digits.
///
/// It is defined on the tree, not on bytes: collections can update their hashes incrementally, and any program can
/// compute it from plain JSON. `docs/reference/state-hash.md` defines it, with vectors.
public struct StateHash: Hashable, Sendable {
  /// The first eight bytes, as a little-endian word.
  @usableFromInline package let low: UInt64
  /// The last eight bytes, as a little-endian word.
  @usableFromInline package let high: UInt64

  /// The name of the hash's definition, which a journal's header states.
  package static let definition = "siphash-tree/1"
  /// The name of the definition that leaves out volatile values. A reader that doesn't know it rejects the journal.
  package static let volatileDefinition = "siphash-tree/1+volatile"

  /// Creates a hash from its two little-endian words.
  @usableFromInline
  package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// Creates a hash from its 32 hex digits; `nil` for any other text.
  public init?(_ text: some StringProtocol) {
    let digits = Array(text.utf8)
    guard digits.count == 32 else { return nil }
    var words: [UInt64] = [0, 0]
    for index in 0..<16 {
      guard let upper = hexValue(digits[2 * index]), let lower = hexValue(digits[2 * index + 1]) else { return nil }
      words[index / 8] |= UInt64(upper << 4 | lower) << UInt64(index % 8 * 8)
    }
    self.init(low: words[0], high: words[1])
  }

  /// Creates a hash from its 128 bits as a little-endian number.
  package init(number: UInt128) {
    self.init(low: number._low, high: number._high)
  }

  /// The 128 bits as a little-endian number.
  @usableFromInline package var number: UInt128 {
    @_transparent get { UInt128(_low: low, _high: high) }
  }

  /// The first four bytes as eight hex digits, for a journal's list of changed members.
  package var short: String { StateHash.text { appendShortDigits(to: &$0) } }

  /// The first eight bytes as sixteen hex digits, for a journal's chain of checksums.
  package var half: String { String(description.prefix(16)) }

  private static func text(_ append: (inout [UInt8]) -> Void) -> String {
    var digits: [UInt8] = []
    append(&digits)
    return String(decoding: digits, as: UTF8.self)
  }
}

extension StateHash: CustomStringConvertible {
  /// The sixteen bytes as 32 lowercase hex digits.
  public var description: String { StateHash.text { appendDigits(to: &$0) } }
}

extension StateHash: Codable {
  /// Reads a hash from its hexadecimal digits.
  ///
  /// - Throws: `DecodingError` for any other text.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let hash = StateHash(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected a state hash")
    }
    self = hash
  }

  /// Writes the hash as hexadecimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
