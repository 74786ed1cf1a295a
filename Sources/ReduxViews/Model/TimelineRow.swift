import CommandLineKit
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// A row of a view: an event in a recorded session, in short.
struct TimelineRow: Sendable {
  /// The kind of event. The page's data has the same characters.
  enum Kind: Character, Sendable {
    case session = "s"
    /// A state that was set without an action.
    case state = "i"
    case action = "a"
    /// An action whose reducer threw.
    case refused = "!"
    /// An action whose reducer never returned.
    case interrupted = "t"
    case rewind = "r"
    case mark = "m"
    case gap = "g"
    case unknown = "u"
    /// The end of a session that wasn't closed, or of the readable part of the journal.
    case end = "e"
  }

  var kind: Kind
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

  /// Creates the row of a line.
  init(_ line: LogLine, after seq: Int, _ texts: LogLineText, columns: Int) {
    self.seq = seq
    time = line.time - line.session.started.microseconds
    text = line.action == nil && !line.startsSession ? texts.body(line).plain : ""
    kind = .end
    switch line.event {
    case .notClosed: break
    case .torn(let torn):
      if let action = torn.action {
        kind = .interrupted
        self.seq = action.seq
        fill(action, columns)
      }
    case .record(let entry):
      self.seq = entry.seq
      switch entry.record {
      case .action(let action):
        kind = action.interrupted ? .interrupted : action.error == nil ? .action : .refused
        fill(action, columns)
      case .header(let header):
        kind = .session
        text = [header.app.name, header.app.version].compactMap(\.self).joined(separator: " ")
      case .snapshot: kind = .state
      case .rewind(let rewind): (kind, target) = (.rewind, rewind.to)
      case .mark(let mark): (kind, target) = (.mark, mark.to)
      case .gap: kind = .gap
      case .unknown: kind = .unknown
      case .seal: kind = .end
      }
    }
  }

  /// Creates the row for the end of what can be read of a journal.
  init(endAt seq: Int, time: Int, text: String) {
    (kind, self.seq, self.time, self.text) = (.end, seq, time, text)
  }

  private mutating func fill(_ action: ActionRecord, _ columns: Int) {
    type = action.type
    cause = action.cause
    reducerMicroseconds = action.reducerMicroseconds
    text = SwiftNotation.arguments(
      type: action.type, swiftType: action.swiftType, action: action.action.value, columns: columns)
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
  mutating func take(_ entry: JournalEntry) -> TimelineProblem? {
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
    let lost = equal + 1 == last ? "\(last)" : "\(equal + 1)–\(last)"
    return TimelineProblem(
      seq: entry.seq, kind: .wentBack,
      text: "the session starts from the state after \(equal); what \(lost) changed is lost")
  }
}
