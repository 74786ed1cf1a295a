/// Lines of a damaged journal that are not in its copy, where a gap stands in their place.
package struct RepairGap: Hashable, Sendable {
  /// The numbers of the first and the last line, counted through all segments; of the line that comes next, where whole
  /// segments are missing.
  package var lines: ClosedRange<Int>
  /// How many lines they are; some between the first and the last may have been saved. 0 where segments are missing.
  package var count: Int
  /// How many bytes they have.
  package var byteCount: Int
  /// Why the first of them was set aside.
  package var reason: String
  /// What is lost with them.
  package var loss: Loss
  /// By how much the seqs behind the gap are lower than they were.
  package var shift: Int

  /// What is lost with lines.
  package enum Loss: Hashable, Sendable {
    /// No state.
    case nothing
    /// States, by the seqs that they had.
    case states(ClosedRange<Int>)
    /// All that came before.
    case allBefore
    /// All that came after.
    case allAfter
  }
}

extension RepairGap: CustomStringConvertible {
  /// What was set aside and why, and what is lost with it.
  package var description: String {
    let numbers = lines.count == 1 ? "line \(lines.lowerBound)" : "lines \(lines.lowerBound) to \(lines.upperBound)"
    let part = count == lines.count ? "" : "\(count) of them, "
    let size = byteCount == 1 ? "1 byte" : "\(byteCount) bytes"
    let what = count == 0 ? "before line \(lines.lowerBound)" : "\(numbers) (\(part)\(size))"
    let lost =
      switch loss {
      case .nothing: "no state is lost"
      case .states(let seqs) where seqs.count == 1: "state \(seqs.lowerBound) is lost"
      case .states(let seqs): "states \(seqs.lowerBound) to \(seqs.upperBound) are lost"
      case .allBefore: "what came before is lost"
      case .allAfter: "what came after is lost"
      }
    let renumbered = shift > 0 && loss != .allAfter ? "; seqs from here on were \(shift) higher" : ""
    return "\(what): \(reason); \(lost)\(renumbered)"
  }
}
