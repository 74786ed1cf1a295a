/// What was measured for a row, in the row's unit.
struct Measurement: Equatable, Sendable {
  /// The figure that counts: the median of the rounds, if nothing else is said.
  let value: Double
  let rounds: Samples
  let baseline: Samples?
  /// What one should know about this run.
  let note: String?

  init(_ rounds: Samples, value: Double? = nil, against baseline: Samples? = nil, note: String? = nil) {
    self.value = value ?? rounds.median
    self.rounds = rounds
    self.baseline = baseline
    self.note = note
  }

  /// The same figures in another unit.
  func scaled(by factor: Double) -> Measurement {
    Measurement(
      rounds.map { $0 * factor }, value: value * factor, against: baseline?.map { $0 * factor }, note: note)
  }
}
