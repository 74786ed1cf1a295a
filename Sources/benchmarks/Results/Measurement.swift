/// A row's measurement: times in nanoseconds until the row's group scales them.
struct Measurement: Equatable, Sendable {
  /// The row's figure: the median of the rounds, unless given.
  let value: Double
  let rounds: Samples
  let baseline: Samples?
  /// A remark about this run.
  let note: String?

  init(_ rounds: Samples, value: Double? = nil, against baseline: Samples? = nil, note: String? = nil) {
    self.value = value ?? rounds.median
    self.rounds = rounds
    self.baseline = baseline
    self.note = note
  }

  /// Returns the same figures in another unit.
  func scaled(by factor: Double) -> Measurement {
    Measurement(
      rounds.map { $0 * factor }, value: value * factor, against: baseline?.map { $0 * factor }, note: note)
  }
}
