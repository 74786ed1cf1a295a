import StateTree

/// The link from a line to the next: its sum and, with a key, its tag. A line is proven only if both match.
struct LineTie: Hashable, Sendable {
  let sum: ChainSum
  /// The tag, if the journal has a key.
  let auth: AuthTag?

  /// Reads the link at the end of a line without its line feed, valid or not; `nil` without a sum, or without a
  /// required tag.
  init?(endOf line: ArraySlice<UInt8>, withTag hasTag: Bool) {
    guard let sum = ChainSum(endOf: line) else { return nil }
    self.sum = sum
    auth = hasTag ? line.withUnsafeBytes { AuthTag(in: $0) } : nil
    if hasTag, auth == nil { return nil }
  }

  /// Computes the valid link for a line.
  ///
  /// - Parameters:
  ///   - body: The line without its link.
  ///   - sum: The start of the line's sum.
  ///   - prover: Computes its tag.
  ///   - tag: The tag of the line before.
  init(of body: ArraySlice<UInt8>, sum: SipHash, by prover: LineProver?, after tag: AuthTag?) {
    var line = Array(body)
    auth = prover?.tag(of: line, after: tag)
    auth?.appendMember(to: &line)
    var sum = sum
    sum.update(line)
    self.sum = ChainSum(sum)
  }

  /// The valid link for the next line, which has this body.
  func next(over body: ArraySlice<UInt8>, by prover: LineProver?) -> LineTie {
    LineTie(of: body, sum: ChainSum.hash(after: sum), by: prover, after: auth)
  }

  /// A line without its link; `nil` if it has none.
  static func body(of line: [UInt8], withTag hasTag: Bool) -> ArraySlice<UInt8>? {
    guard !hasTag else { return line.withUnsafeBytes { AuthTag.bodyByteCount(of: $0) }.map { line[..<$0] } }
    return line.count < ChainSum.suffixByteCount ? nil : line.dropLast(ChainSum.suffixByteCount - 1)
  }

  /// A line with this link at its end, without a line feed.
  func end(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var line = Array(body)
    auth?.appendMember(to: &line)
    sum.appendSuffix(to: &line)
    return line.dropLast()
  }

  /// Whether a line follows the line of this link.
  func proves(_ line: [UInt8], by prover: LineProver?) -> Bool {
    line.withUnsafeBytes { line in
      guard ChainSum(ending: line, ChainSum.hash(after: sum)) != nil else { return false }
      guard let prover else { return true }
      return AuthTag(of: line, prover.hash(after: auth)) != nil
    }
  }
}
