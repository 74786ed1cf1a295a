import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// A row of a report: an event in short, in which no payload is kept.
struct TimelineRow: Sendable {
  var kind: JournalEvent.Kind
  /// The seq of the state that the event set or follows.
  var seq: Int
  /// Microseconds since the start of the session.
  var time: Int
  /// The action's type label.
  var type: String?
  /// The action's arguments in short, or the event in words.
  var text: String
  /// The seq of the action that caused the action.
  var cause: Int?
  /// The seq to which a rewind or a mark refers.
  var target: Int?
  /// The time in the reducer.
  var reducerMicroseconds: Int?

  /// Creates the row of an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - seq: The seq of the row before, for an end without a seq.
  ///   - texts: The texts of events.
  ///   - columns: The room for an action's arguments.
  init(_ event: JournalEvent, after seq: Int, _ texts: EventText, columns: Int) {
    kind = event.kind
    self.seq = kind == .end ? seq : event.seq
    time = event.elapsed
    target = kind == .state ? nil : event.record.target
    guard let action = event.action else {
      text = kind == .session ? event.texts.joined(separator: " ") : texts.body(event).plain
      return
    }
    type = action.type
    cause = action.cause
    reducerMicroseconds = action.reducerMicroseconds
    text = SwiftNotation.arguments(
      type: action.type, swiftType: action.swiftType,
      action: action.shownAction, columns: columns)
  }

  /// Creates the row for the end of what can be read of a journal.
  init(endAt seq: Int, time: Int, text: String) {
    (kind, self.seq, self.time, self.text) = (.end, seq, time, text)
  }
}

/// The states from which the last state doesn't follow, because rewinds abandoned them.
package struct AbandonedStates: Sendable {
  /// The abandoned states, and the seq of the rewind that abandoned each range, in order.
  private var ranges: [(seqs: ClosedRange<Int>, by: Int)] = []

  /// Finds them. O(n) in the bytes of the journal.
  init(of file: JournalFile) throws(JournalError) {
    guard let last = try file.lastStateSeq else { return }
    var history = try History(of: file, to: last)
    while let stretch = try history.next() {
      guard case .jump(let target) = stretch.origin, target + 1 < stretch.seqs.lowerBound else { continue }
      ranges.append((target + 1...stretch.seqs.lowerBound - 1, stretch.seqs.lowerBound))
    }
    ranges.reverse()
  }

  /// The seq of the rewind that abandoned a state; `nil` if the last state follows from it.
  func rewind(abandoning seq: Int) -> Int? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].seqs.upperBound < seq { low = middle + 1 } else { high = middle }
    }
    return ranges.indices.contains(low) && ranges[low].seqs.contains(seq) ? ranges[low].by : nil
  }
}

/// Finds sessions that start from an earlier state than the last one before them, as after a save that failed.
///
/// Sessions that start from the journal's first state aren't noted: many apps keep no state.
struct SessionReturns: Sendable {
  /// The last state with each hash.
  private var seqs: [StateHash: Int] = [:]
  /// The hash of the first state.
  private var first: StateHash?
  /// The last state; no action in flight led to it.
  private var last: Int?
  private var rules: RedactionRules?
  private var startsSession = false

  /// The problems of a journal. O(n) in its size.
  static func problems(in file: JournalFile) throws(JournalError) -> [TimelineProblem] {
    var (returns, found) = (SessionReturns(), [TimelineProblem]())
    let reader = try file.entries(fromOffset: 0)
    while let entry = try reader.next() { if let problem = returns.take(entry) { found.append(problem) } }
    return found
  }

  /// Takes the next entry of the journal. O(1).
  mutating func take(_ entry: JournalEvent) -> TimelineProblem? {
    if case .header(let header) = entry.record, header.startsSession {
      startsSession = true
      // Hashes under other rules can't be compared.
      if header.rules != rules { (seqs, first) = ([:], nil) }
      rules = header.rules
    }
    guard entry.setsState else { return nil }
    if case .action(let action) = entry.record, action.interrupted { return nil }
    defer {
      last = entry.seq
      startsSession = false
      if let hash = entry.record.hash {
        seqs[hash] = entry.seq
        if first == nil { first = hash }
      }
    }
    guard startsSession, case .snapshot(let snapshot) = entry.record, let last, snapshot.hash != first,
      let equal = seqs[snapshot.hash], equal < last
    else { return nil }
    let lost = equal + 1 == last ? "\(last) is lost" : "\(equal + 1)–\(last) are lost"
    return TimelineProblem(
      seq: entry.seq, kind: .wentBack,
      text: "Session \(entry.sessionNumber) starts from an old state (\(equal)); \(lost)")
  }
}
