import CommandLineKit
package import ReduxJournal
import ReduxReplay
package import StateCoding
import StateTree

/// The steps that led from one recorded state to another, in a form that compares fast.
///
/// Rewinds, and sessions that began with an earlier state, are no steps: they lead back to a state, and what they abandoned isn't in
/// its history. A state that was set without an action is one.
package struct RecordedHistory {
  /// The state that a step led to, as its record describes it.
  package struct State: Equatable {
    package var seq: Int
    /// The state's hash, if it was recorded.
    var hash: StateHash?
    /// The error of a refused action.
    package var error: String?
    /// The rules under which the state was hashed.
    var rules: Rules
    /// Whether an action led to it.
    package var isOfAction: Bool
    /// Whether that action held more than its record: a redacted value, or values that weren't recorded.
    package var holdsMore = false
  }

  /// The numbers of a session's rules.
  struct Rules: Equatable {
    /// The number of all of them.
    var all: Int
    /// The number of those for volatile places alone.
    var volatile: Int
  }

  /// Numbers for what the steps of several histories have in common.
  package struct Numbering {
    // States that were set without an action have no type.
    private var types: [String?: Int] = [:]
    private var rules: [RedactionRules] = []

    package init() {}

    fileprivate mutating func number(ofType type: String?) -> Int {
      if let number = types[type] { return number }
      types[type] = types.count
      return types.count - 1
    }

    fileprivate mutating func numbers(of rules: RedactionRules) -> Rules {
      Rules(all: number(of: rules), volatile: number(of: rules.withoutRedaction))
    }

    private mutating func number(of rules: RedactionRules) -> Int {
      if let number = self.rules.firstIndex(of: rules) { return number }
      self.rules.append(rules)
      return self.rules.count - 1
    }
  }

  package let file: JournalFile
  /// The state that the first step changed.
  package let start: State
  /// The states that the steps led to.
  package private(set) var states: [State] = []
  /// The steps, as they are compared.
  private(set) var steps: [HistoryAlignment.Step] = []

  /// Reads a history.
  package init(
    of file: JournalFile, from first: Int?, to last: Int, ignoring ignored: [RedactionRules.Pointer],
    _ numbering: inout Numbering, onStep: (Int, Int) throws -> Void
  ) throws {
    self.file = file
    let way = try History.Way(of: file, from: first ?? 0, to: last)
    guard let base = first ?? way.stretches.first?.seqs.lowerBound, way.contains(base),
      let entry = try file.entry(settingSeq: base)
    else {
      throw CommandFailure(
        "state \(first ?? 0) isn't in the history of state \(last): a rewind abandoned it", file: file.path,
        advice: "'reduxlog log \(file.path)' lists the rewinds.")
    }
    var rules = numbering.numbers(of: try file.lastHeader(before: entry.offset).header.rules)
    start = State(entry, rules)
    let hasher = VolatileHasher(of: RedactionRules.off.leavingOut(ignored))
    let total = way.count
    for stretch in way.stretches {
      // The way's first state is no step, and neither is one that a stretch takes up again.
      let isStep = stretch.origin == .set && stretch.seqs.lowerBound != base
      guard let entry = try file.entry(settingSeq: stretch.seqs.lowerBound) else { continue }
      // Looking back for a header may take as long as reading the session.
      if stretch.seqs.lowerBound != base {
        rules = numbering.numbers(of: try file.lastHeader(before: entry.offset).header.rules)
      }
      let reader = try file.entries(fromOffset: entry.offset)
      while let entry = try reader.next(), entry.seq <= stretch.seqs.upperBound {
        if case .header(let header) = entry.record { rules = numbering.numbers(of: header.rules) }
        guard entry.setsState, isStep || entry.seq > stretch.seqs.lowerBound else { continue }
        let state = State(entry, rules)
        states.append(state)
        if case .action(let action) = entry.record {
          steps.append(
            HistoryAlignment.Step(type: numbering.number(ofType: action.type), content: hasher.hash(action.action)))
        } else {
          steps.append(HistoryAlignment.Step(type: numbering.number(ofType: nil), content: state.hash ?? .null))
        }
        try onStep(states.count, total)
      }
    }
  }

  /// The number of actions among the steps.
  package var actionCount: Int { states.count { $0.isOfAction } }
}

extension RecordedHistory.State {
  fileprivate init(_ entry: JournalEvent, _ rules: RecordedHistory.Rules) {
    seq = entry.seq
    hash = entry.record.hash
    self.rules = rules
    if case .action(let action) = entry.record {
      (error, isOfAction) = (action.error, true)
      holdsMore = action.replayability != .replayable || !action.redacted.isEmpty
    } else {
      isOfAction = false
    }
  }
}
