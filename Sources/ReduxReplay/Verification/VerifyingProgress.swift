import ReduxJournal
import StateCoding
import StateTree

/// The findings of a `VerifyingRun` so far: a state machine without states, files or reducers.
struct VerifyingProgress: Sendable {
  var report = VerifyReport()
  /// The knowledge about the state after the last record.
  private(set) var knowledge = Knowledge.known
  /// The rules of the last session that began; `nil` if none did.
  var rules: RedactionRules?
  /// The recorded hash of the current state.
  var hash: StateHash?
  /// The seq of the last proven state; `nil` if none, or an action since could not be replayed.
  private(set) var provenSeq: Int?
  var landmarks = Lineage.Landmarks()
  /// The number of actions that rewinds made the replay reduce again.
  var repeated = 0

  /// The knowledge about a state.
  enum Knowledge: Sendable, Equatable {
    /// It follows from the records before it.
    case known
    /// The last action was interrupted, so it led to no state.
    case interrupted
    /// It can't be rebuilt up to the next snapshot.
    case unproven(UnprovenCause)
  }

  /// Something that is missing to rebuild the states.
  enum UnprovenCause: Sendable, Equatable {
    /// Redacted secrets.
    case secrets
    /// The target of a rewind, because of a divergence.
    case divergence
    /// An action in a form that can be reduced.
    case action
  }

  /// The number of actions without a hash since the last state with one.
  private var pending = 0

  /// Whether the current state follows from the records before it.
  var isKnown: Bool { knowledge == .known }

  // MARK: Known states

  /// Notes that the current state, and with it the way there, is proven.
  mutating func prove(_ recorded: StateHash, seq: Int) {
    report.unsettled -= pending
    start(from: recorded, seq: seq)
  }

  /// Notes that a snapshot proves the current state, whose action was recorded without a hash.
  mutating func confirm(_ recorded: StateHash, seq: Int) {
    report.unhashed -= 1
    prove(recorded, seq: seq)
  }

  /// Notes a state from which the replay continues, independent of the states before it.
  mutating func start(from recorded: StateHash, seq: Int, counts: Bool = true) {
    knowledge = .known
    hash = recorded
    provenSeq = seq
    pending = 0
    if counts { report.proven += 1 }
  }

  /// Notes the hash of a state that the next snapshot holds.
  mutating func expect(_ recorded: StateHash) {
    knowledge = .known
    hash = recorded
  }

  /// Notes an action that was recorded without a hash.
  mutating func passUnhashed() {
    hash = nil
    report.unhashed += 1
    report.unsettled += 1
    pending += 1
  }

  // MARK: Unknown states

  /// Notes an action that was in flight when a process died.
  mutating func interrupt(_ action: ActionRecord, line: Int?) {
    report.actions += 1
    report.addInterrupted(action, line: line)
    lose(.interrupted, hash: nil)
  }

  /// Notes that states are unknown up to the next snapshot.
  mutating func markUnproven(_ cause: UnprovenCause, hash: StateHash?) { lose(.unproven(cause), hash: hash) }

  /// Notes states that are unknown because of an action that can't be reduced.
  mutating func markUnproven(of range: UnprovenRange, hash: StateHash?) {
    report.unproven.add(range)
    markUnproven(.action, hash: hash)
  }

  /// Notes an action that can't be replayed, because the state before it is unknown.
  mutating func skip(_ hash: StateHash?, seq: Int, because cause: UnprovenCause) {
    self.hash = hash
    if cause == .divergence { return countUnknown() }
    guard cause == .action, var range = report.unproven.last else {
      report.unchecked += 1
      return
    }
    range.seqs = seq...seq
    range.actions = 1
    report.unproven.add(range)
  }

  /// Counts a state that could not be compared.
  mutating func countUnknown() {
    // Behind a divergence, `unchecked` suffices. If everything so far was excused, whether this state is remains undecided.
    if report.divergence == nil { report.undecided += 1 } else { report.unchecked += 1 }
  }

  private mutating func lose(_ knowledge: Knowledge, hash: StateHash?) {
    self.knowledge = knowledge
    self.hash = hash
    provenSeq = nil
    pending = 0
  }

  // MARK: Chunks

  /// Adds the findings of the next chunk.
  ///
  /// - Parameters:
  ///   - chunk: The findings, with lines counted from the chunk's start.
  ///   - lines: The number of lines before the chunk.
  mutating func add(_ chunk: VerifyingProgress, after lines: Int) {
    report.add(chunk.report, after: lines)
    knowledge = chunk.knowledge
    rules = chunk.rules ?? rules
    hash = chunk.hash
    provenSeq = chunk.provenSeq ?? provenSeq
    pending = chunk.pending
    landmarks.add(chunk.landmarks)
    repeated += chunk.repeated
  }
}
