/// Lines of a damaged journal that a gap replaces in its copy.
package struct RepairGap: Hashable, Sendable {
  /// The numbers of the first and the last line, counted through all segments. If whole segments are missing, the
  /// number of the next line.
  package var lines: ClosedRange<Int>
  /// The number of lines; some between the first and the last may have been kept. 0 if whole segments are missing.
  package var count: Int
  /// The number of bytes in these lines.
  package var byteCount: Int
  /// Why the first line was set aside.
  package var reason: String
  /// The states lost with the lines.
  package var loss: Loss
  /// How much lower the seqs after the gap are than before the repair.
  package var shift: Int

  /// The states that a gap can lose.
  package enum Loss: Hashable, Sendable {
    /// No state.
    case nothing
    /// States, by the seqs that they had.
    case states(ClosedRange<Int>)
    /// All states before the gap.
    case allBefore
    /// All states after the gap.
    case allAfter
  }
}

extension RepairGap: CustomStringConvertible {
  /// The lines that were set aside, why, and the states lost with them.
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
      case .allBefore: "everything before is lost"
      case .allAfter: "everything after is lost"
      }
    let renumbered = shift > 0 && loss != .allAfter ? "; seqs from here on were \(shift) higher" : ""
    return "\(what): \(reason); \(lost)\(renumbered)"
  }
}
