package import CommandLineKit
package import ReduxJournal
package import ReduxNotation
import ReduxReplay
import StateTree

/// Resolves revisions in a journal.
///
/// It finds numbers by seeking, and marks, types, times and hashes by reading the whole journal once.
package struct RevisionResolver {
  private let file: JournalFile
  private let times: TimeFormat

  /// Creates a resolver for a journal.
  package init(_ file: JournalFile, times: TimeFormat = .local) {
    self.file = file
    self.times = times
    // The first state has the header's seq, unless records are missing before a segment that became the first.
    first = file.header.previous == nil ? file.header.seq : (try? file.firstStateSeq) ?? file.header.seq
  }

  /// Returns the seq of a revision. The journal has that state, unless an action was interrupted there.
  package func seq(of revision: Revision) throws -> Int {
    try seq(revision.stepsBack, before: anchorSeq(of: revision.anchor))
  }

  /// Returns the seq that is a number of states before another.
  private func seq(_ stepsBack: UInt64, before anchor: Int) throws -> Int {
    guard anchor >= first else {
      throw failure("state \(anchor) was dropped with its segment", "The first remaining state is \(first).")
    }
    guard stepsBack <= UInt64(anchor - first) else {
      throw failure("state \(anchor) has fewer than \(stepsBack) states before it", "The first state is \(first).")
    }
    return anchor - Int(stepsBack)
  }

  /// Returns the seq of the action that a revision names: also that of one which was in flight when the journal ended.
  package func actionSeq(of revision: Revision) throws -> Int {
    guard let inFlight = try inFlightSeq(of: revision.anchor) else { return try seq(of: revision) }
    return try seq(revision.stepsBack, before: inFlight)
  }

  /// The seq of the action in flight that an anchor names.
  private func inFlightSeq(of anchor: Revision.Anchor) throws -> Int? {
    if case .seq(let seq) = anchor {
      guard let seq = Int(exactly: seq), try file.actionInFlight(seq) != nil else { return nil }
      return seq
    }
    guard let action = try file.inFlight else { return nil }
    let isNamed =
      switch anchor {
      case .type(let text): action.type.contains(text)
      case .time(let time):
        try file.lastHeader(before: file.byteCount).header.started.microseconds + action.at <= time.microseconds
      case .elapsed(let microseconds): Int64(action.at) <= microseconds
      case .seq, .fromEnd, .mark, .hash: false
      }
    return isNamed ? action.seq : nil
  }

  /// Returns the seqs of the first and the last state of a range.
  package func range(from first: Revision?, to last: Revision?) throws -> ClosedRange<Int> {
    // The order of two numbers is wrong whether or not the journal has the states.
    if case .seq(let lower)? = first?.anchor, case .seq(let upper)? = last?.anchor, lower > upper,
      first?.stepsBack == 0, let lower = Int(exactly: lower), let upper = Int(exactly: upper)
    {
      return try range(from: lower, to: upper)
    }
    let lower = try first.map(seq) ?? self.first
    return try range(from: lower, to: last.map(seq) ?? lastSeq())
  }

  /// Returns the seqs of a range.
  package func range(from lower: Int, to upper: Int) throws(CommandFailure) -> ClosedRange<Int> {
    guard lower <= upper else {
      throw CommandFailure(
        "the range goes from state \(lower) back to state \(upper)", file: file.path,
        advice: "Name the earlier state first.", exitCode: .usage)
    }
    return lower...upper
  }

  /// Returns the record that set a state.
  package func entry(settingKnown seq: Int) throws -> JournalEvent {
    guard let entry = try file.entry(settingSeq: seq) else {
      throw CommandFailure("state \(seq) doesn't exist", file: file.path)
    }
    if case .action(let action) = entry.record, action.interrupted { throw withoutState(action) }
    return entry
  }

  private func withoutState(_ action: ActionRecord) -> CommandFailure {
    let reason = action.hadReturned ? "its state isn't known" : "it led to no state"
    return failure(
      "action \(action.seq) (\(action.type)) \(action.ending), so \(reason)",
      "Use another state, such as the one before it: \(max(first, action.seq - 1)).")
  }

  /// The seq of the journal's first state.
  package let first: Int

  /// Returns the seq of the journal's last known state; an action that never returned doesn't count.
  package func lastSeq() throws -> Int {
    guard let seq = try file.lastKnownSeq() else {
      throw failure("the journal holds no state yet", "Record something first.")
    }
    return seq
  }

  // MARK: Anchors

  private func anchorSeq(of anchor: Revision.Anchor) throws -> Int {
    let last: Int
    do { last = try lastSeq() } catch let damage as JournalError {
      // The lines before a damaged last one can be trusted.
      guard case .seq(let seq) = anchor, let seq = Int(exactly: seq),
        try seq >= first && file.entry(settingSeq: seq) != nil
      else { throw damage }
      return seq
    }
    switch anchor {
    case .seq(let seq):
      let known = try file.lastStateSeq ?? last
      guard let seq = Int(exactly: seq), seq <= known else {
        if let action = try file.inFlight, action.seq == seq { throw withoutState(action) }
        throw failure("state \(seq) doesn't exist", "The last state is \(last).")
      }
      guard seq >= first else { throw failure("state \(seq) doesn't exist", "The first state is \(first).") }
      return seq
    case .fromEnd(let steps):
      guard let back = Int(exactly: steps), back <= last + 1 - first else {
        throw failure("state -\(steps) doesn't exist", "The journal has the states \(first) to \(last).")
      }
      return last + 1 - back
    case .mark(let name):
      guard let seq = try file.seq(ofMark: name) else {
        throw failure("no mark is named '\(name)'", "'reduxlog log' shows the marks.")
      }
      return seq
    case .type(let text):
      let found = try file.lastSeq { $0.action?.type.contains(text) == true ? $0.seq : nil }
      if let found { return found }
      if let action = try file.inFlight, action.type.contains(text) { throw withoutState(action) }
      throw failure("no action's type contains '\(text)'", "'reduxlog stats' lists the types.")
    case .time(let time):
      let found = try file.lastSeq { $0.action != nil && $0.time <= time.microseconds ? $0.seq : nil }
      guard let found else {
        throw failure(
          "no action at or before \(times.display(time))", "'reduxlog log' shows the times of all actions.")
      }
      return found
    case .elapsed(let microseconds): return try elapsed(microseconds)
    case .hash(let digits): return try hash(digits)
    }
  }

  /// Returns the last action of the last session up to a time since the session's start; its first state if there is
  /// none.
  private func elapsed(_ microseconds: Int64) throws -> Int {
    let reader = try file.entries(fromOffset: 0)
    var found: Int?
    var session: Int?
    while let entry = try reader.next() {
      switch entry.record {
      case .header:
        found = nil
        session = nil
      case .action(let action): if Int64(action.at) <= microseconds { found = action.seq }
      case .snapshot where session == nil: session = entry.seq
      default: break
      }
    }
    guard let seq = found ?? session else {
      throw failure("the last session has no state yet", "Name an earlier state by its seq.")
    }
    return seq
  }

  private func hash(_ digits: String) throws -> Int {
    let reader = try file.entries(fromOffset: 0)
    var found: [String: Int] = [:]
    while let entry = try reader.next() {
      guard entry.setsState, let text = entry.record.hash?.description, text.hasPrefix(digits) else { continue }
      found[text] = entry.seq
    }
    guard let seq = found.values.first else {
      throw failure("no state's hash begins with '\(digits)'", "'reduxlog log --format ndjson' shows the hashes.")
    }
    guard found.count == 1 else {
      let seqs = found.values.sorted().prefix(8).map(String.init).joined(separator: ", ")
      throw failure("the hash '\(digits)' is ambiguous: it matches the states \(seqs)", "Give more digits.")
    }
    return seq
  }

  private func failure(_ message: String, _ advice: String) -> CommandFailure {
    CommandFailure(message, file: file.path, advice: advice)
  }
}
