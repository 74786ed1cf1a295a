public import ReduxJournal

/// Actions one after the other that a replay could not prove, because the journal does not hold one of them in a form
/// that can be reduced. From the next snapshot on states are proven again.
public struct UnprovenRange: Hashable, Sendable {
  /// The line of the first record, counted from 1.
  public var line: Int?
  /// The seqs of the states that were not rebuilt.
  public var seqs: ClosedRange<Int>
  /// How many actions led to them; rewinds lead to states, too.
  public var actions: Int
  /// The type label of the action that could not be reduced.
  public var type: String
  /// What that was recorded for.
  public var replayability: ActionRecord.Replayability

  /// Creates a range.
  public init(
    line: Int?, seqs: ClosedRange<Int>, actions: Int, type: String, replayability: ActionRecord.Replayability
  ) {
    self.line = line
    self.seqs = seqs
    self.actions = actions
    self.type = type
    self.replayability = replayability
  }
}

extension UnprovenRange {
  /// What stood in the way.
  package var reason: String {
    switch replayability {
    case .replayable: "the record of the action \(type) does not tell what it did to the state"
    case .opaque: "of the action \(type) only the name was recorded"
    case .inspectOnly: "the action \(type) was recorded for reading only"
    }
  }
}

extension [UnprovenRange] {
  /// Adds a range behind those that are there; to the last one, if no state that was proven stands between.
  mutating func add(_ range: UnprovenRange) {
    guard let last = indices.last, self[last].seqs.upperBound + 1 == range.seqs.lowerBound else {
      return append(range)
    }
    self[last].seqs = self[last].seqs.lowerBound...range.seqs.upperBound
    self[last].actions += range.actions
  }
}
