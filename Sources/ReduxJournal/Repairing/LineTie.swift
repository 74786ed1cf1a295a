import StateTree

/// What ties a line to the next one: its sum and, with a key, its tag. Only what both tie is proven.
struct LineTie: Hashable, Sendable {
  let sum: ChainSum
  /// There is one if there is a key.
  let auth: AuthTag?

  /// What stands at the end of a line that is given without its line feed, right or wrong; `nil` if there is no sum, or no
  /// tag where there is a key.
  init?(endOf line: ArraySlice<UInt8>, withTag hasTag: Bool) {
    guard let sum = ChainSum(endOf: line) else { return nil }
    self.sum = sum
    auth = hasTag ? line.withUnsafeBytes { AuthTag(in: $0) } : nil
    if hasTag, auth == nil { return nil }
  }

  /// What should stand at the end of a line.
  ///
  /// - Parameters:
  ///   - body: The line up to what ties it to the next.
  ///   - sum: Begins the line's sum.
  ///   - prover: Makes its tag.
  ///   - tag: That of the line before.
  init(of body: ArraySlice<UInt8>, sum: SipHash, by prover: LineProver?, after tag: AuthTag?) {
    var line = Array(body)
    auth = prover?.tag(of: line, after: tag)
    auth?.appendMember(to: &line)
    var sum = sum
    sum.update(line)
    self.sum = ChainSum(sum)
  }

  /// What should stand at the end of a line that follows, and that has these bytes before.
  func next(over body: ArraySlice<UInt8>, by prover: LineProver?) -> LineTie {
    LineTie(of: body, sum: ChainSum.hash(after: sum), by: prover, after: auth)
  }

  /// The part of a line before what ties it to the next; `nil` if that is not there.
  static func body(of line: [UInt8], withTag hasTag: Bool) -> ArraySlice<UInt8>? {
    guard !hasTag else { return line.withUnsafeBytes { AuthTag.bodyByteCount(of: $0) }.map { line[..<$0] } }
    return line.count < ChainSum.suffixByteCount ? nil : line.dropLast(ChainSum.suffixByteCount - 1)
  }

  /// A line with this at its end, without a line feed.
  func end(_ body: ArraySlice<UInt8>) -> [UInt8] {
    var line = Array(body)
    auth?.appendMember(to: &line)
    sum.appendSuffix(to: &line)
    return line.dropLast()
  }

  /// Whether a line follows.
  func proves(_ line: [UInt8], by prover: LineProver?) -> Bool {
    line.withUnsafeBytes { line in
      guard ChainSum(ending: line, ChainSum.hash(after: sum)) != nil else { return false }
      guard let prover else { return true }
      return AuthTag(of: line, prover.hash(after: auth)) != nil
    }
  }
}
