package import ReduxJournal

/// The result of replaying a journal.
///
/// It is `Codable`, so that the process that replays can send it to the process that prints it.
public struct VerifyReport: Codable, Sendable {
  /// The number of records.
  package var records = 0
  /// The number of sessions.
  public package(set) var sessions = 0
  /// The number of actions, interrupted ones included.
  public package(set) var actions = 0
  /// The number of these that are no actions, but changes outside of them.
  public package(set) var outsideChanges = 0
  /// The number of states that have the recorded hash: replayed ones, and those that a snapshot sets. A snapshot or a rewind that
  /// repeats a state which isn't proven doesn't prove it; nor does a rewind to a state behind one that differs.
  public package(set) var proven = 0
  /// The number of actions recorded without a state hash. Each is proven if the actions after it lead to a state that has
  /// one.
  public package(set) var unhashed = 0
  /// The number of unhashed actions that no later hash proves: the journal ends, goes back to an earlier state, or continues
  /// from a snapshot first.
  public package(set) var unsettled = 0
  /// The divergences that redaction may explain: see `Divergence.mayBeRedaction`. Each place is reported once. The replay
  /// continues behind them, and compares what the actions change.
  public package(set) var redacted: [Divergence] = []
  /// Whether any record names redacted places, which no hash proves.
  package var holdsStandIns = false
  /// The number of actions that were not replayed, because they return to a state that depends on a redacted value.
  public package(set) var unchecked = 0
  /// The states that could not be proven, because an action before them can't be reduced again.
  public package(set) var unproven: [UnprovenRange] = []
  /// The number of actions that can't be reduced again but whose patch leads to the recorded hash.
  public package(set) var patched = 0
  /// The number of actions of a self-contained journal whose patch is that between the replayed states, or that have none.
  package var confirmed = 0
  /// The number of replayed actions of an older schema whose states have a different shape now, and aren't proven.
  ///
  /// Hashes can't prove such states. If the journal holds a state, in a snapshot or by a patch, the replay proves that text
  /// instead, applies the schema changes to it, and compares it with the replayed state. A state that equals its recorded
  /// form counts as proven if a patch gives it.
  public package(set) var reshaped = 0
  /// The number of snapshots compared in that way.
  public package(set) var compared = 0
  /// The number of compared snapshots, and of errors of reshaped actions, that differ.
  public package(set) var differing = 0
  /// The first of these differences. The replay continues from the snapshot after each.
  public package(set) var schemaDifferences: [SchemaDifference] = []
  /// The number of actions that the reducer refused, when recorded and now.
  public package(set) var refused = 0
  /// The number of rewinds.
  public package(set) var rewinds = 0
  /// The number of snapshots that hold a whole state.
  package var snapshots = 0
  /// The gaps.
  public package(set) var gaps: [Gap] = []
  /// The actions that were in flight when a process died.
  public package(set) var interrupted: [InterruptedAction] = []
  /// Whether the journal's first state differs from the app's initial state.
  public package(set) var startsElsewhere = false
  /// The seq of the last state; `nil` for a journal without states.
  public package(set) var lastSeq: Int?
  /// How the journal ends.
  public package(set) var tail = Tail.notClosed
  /// The first divergence that redaction can't explain.
  public package(set) var divergence: Divergence?
  /// All divergent locations, if the replay continued after the first divergence.
  package var divergences = DivergentLocations()
  /// The number of states that follow from a divergent state. Only the changes of their actions were compared.
  package var strayed = 0
  /// The number of states that differ only at ignored pointers, as far as the journal shows. A patch or a snapshot shows the
  /// whole state, short hashes show its members.
  package var excused = 0
  /// The number of states that may differ outside of ignored pointers: they differ in a partly ignored member, or
  /// return to such a state.
  package var undecided = 0

  /// Creates an empty report.
  package init() {}
}

extension VerifyReport {
  /// A gap in a journal.
  public struct Gap: Codable, Hashable, Sendable {
    /// The line of the record, counted from 1 through all segments.
    public package(set) var line: Int?
    /// Why actions are missing.
    public let why: String
    /// The number of missing actions, if known.
    public let missing: Int?
  }

  /// An action that was in flight when a process died; it led to no state.
  public struct InterruptedAction: Codable, Hashable, Sendable {
    /// The line of the record, counted from 1 through all segments.
    public package(set) var line: Int?
    /// The action's seq.
    public let seq: Int
    /// The action's type label.
    public let type: String
    /// Whether its reducer had returned when its line was cut.
    public let hadReturned: Bool

    init(_ action: ActionRecord, line: Int?, type: String? = nil) {
      self.line = line
      seq = action.seq
      self.type = type ?? action.type
      hadReturned = action.hadReturned
    }

    /// The action, and how it ended.
    package var sentence: String { "action \(seq) (\(type)) \(ActionRecord.ending(afterReturning: hadReturned))" }
  }

  /// How a journal ends.
  public enum Tail: Codable, Hashable, Sendable {
    /// With a seal: the last session was closed in good order.
    case closed
    /// With a whole record other than a seal. Lines may have been lost at the end without a trace.
    case notClosed
    /// With bytes that aren't a whole line.
    case torn(TornTail)
  }

  /// The bytes after a journal's last line end.
  public struct TornTail: Codable, Hashable, Sendable {
    /// The number of the unfinished line, counted from 1 through all segments.
    public let line: Int?
    /// The number of bytes.
    public let byteCount: Int
    /// Whether a writer holds the journal's lock, so that the rest may follow.
    public let beingWritten: Bool
    /// Whether this is a whole record that lacks only its line end.
    public let isWhole: Bool
    /// The action in flight, if the bytes name it.
    public let action: InterruptedAction?
  }
}

extension VerifyReport {
  /// Adds a gap, without the bytes that its record keeps.
  package mutating func add(_ gap: GapRecord, line: Int?) {
    gaps.append(Gap(line: line, why: gap.why.shortenedToKeep, missing: gap.missing))
  }

  /// Adds an action that was in flight when a process died.
  package mutating func addInterrupted(_ action: ActionRecord, line: Int?) {
    interrupted.append(InterruptedAction(action, line: line, type: action.type.shortenedToKeep))
  }

  /// Adds the report of the next chunk.
  ///
  /// - Parameters:
  ///   - chunk: The report, with lines counted from the chunk's start.
  ///   - lines: The number of lines before the chunk.
  mutating func add(_ chunk: VerifyReport, after lines: Int) {
    func shifted(_ line: Int?) -> Int? { line.map { $0 + lines } }
    records += chunk.records
    sessions += chunk.sessions
    actions += chunk.actions
    outsideChanges += chunk.outsideChanges
    proven += chunk.proven
    unhashed += chunk.unhashed
    unsettled += chunk.unsettled
    unchecked += chunk.unchecked
    for var range in chunk.unproven {
      range.line = shifted(range.line)
      unproven.add(range)
    }
    patched += chunk.patched
    confirmed += chunk.confirmed
    holdsStandIns = holdsStandIns || chunk.holdsStandIns
    refused += chunk.refused
    rewinds += chunk.rewinds
    snapshots += chunk.snapshots
    gaps += chunk.gaps.map { Gap(line: shifted($0.line), why: $0.why, missing: $0.missing) }
    interrupted += chunk.interrupted.map { action in
      var action = action
      action.line = shifted(action.line)
      return action
    }
    startsElsewhere = startsElsewhere || chunk.startsElsewhere
    lastSeq = chunk.lastSeq ?? lastSeq
  }
}

extension VerifyReport.Tail {
  /// Takes everything but the bytes from a journal's tail.
  package init(_ tail: JournalTail) {
    switch tail {
    case .closed: self = .closed
    case .notClosed: self = .notClosed
    case .torn(let torn):
      self = .torn(
        VerifyReport.TornTail(
          line: torn.line, byteCount: torn.bytes.count, beingWritten: torn.beingWritten, isWhole: torn.isWhole,
          action: torn.action.map { VerifyReport.InterruptedAction($0, line: torn.line) }))
    }
  }

  /// Whether the last session was closed in good order.
  package var isClosed: Bool { self == .closed }
}
