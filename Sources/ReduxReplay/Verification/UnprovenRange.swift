public import ReduxJournal

/// Consecutive states that a replay could not prove, because the journal holds one action in no form that can be reduced, or the
/// first of them in no form that can be decoded.
///
/// From the next snapshot on, states are proven again.
public struct UnprovenRange: Codable, Hashable, Sendable {
  /// The segment that holds `line`, if a journal has several; `nil` for the journal's own file.
  public package(set) var segment: String?
  /// The line of the first record, counted from 1: through all segments until `segment` is set, then in that file.
  public package(set) var line: Int?
  /// The seqs of the states that were not rebuilt.
  public package(set) var seqs: ClosedRange<Int>
  /// The number of actions among the records that led to them. Rewinds lead to states, too.
  public package(set) var actions: Int
  /// The type label of the action that could not be reduced; `nil` if the first state could not be decoded.
  public let type: String?
  /// How that action was recorded.
  public let replayability: ActionRecord.Replayability

  package init(
    line: Int?, seqs: ClosedRange<Int>, actions: Int, type: String?, replayability: ActionRecord.Replayability
  ) {
    self.line = line
    self.seqs = seqs
    self.actions = actions
    self.type = type
    self.replayability = replayability
  }
}

extension ActionRecord.Replayability: Codable {}

extension UnprovenRange {
  /// Why the first state isn't known.
  package var reason: String {
    guard let type else { return "state \(seqs.lowerBound) was recorded in part, or by reflection" }
    if type == ActionRecord.outsideChange {
      return "the state changed outside an action, and the record doesn't contain the changes"
    }
    return switch replayability {
    case .replayable: "the record of the action \(type) doesn't contain its changes to the state"
    case .opaque: "only the name of the action \(type) was recorded"
    case .inspectOnly: "the action \(type) was recorded for reading only"
    }
  }
}

extension [UnprovenRange] {
  /// Adds a range; it extends the last one if no proven state is between them.
  mutating func add(_ range: UnprovenRange) {
    guard let last = indices.last, self[last].seqs.upperBound + 1 == range.seqs.lowerBound else {
      return append(range)
    }
    self[last].seqs = self[last].seqs.lowerBound...range.seqs.upperBound
    self[last].actions += range.actions
  }
}
