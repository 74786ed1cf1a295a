import ReduxJournal
import StateTree

/// The findings of a `VerifyingRun` so far, without states.
struct VerifyingProgress: Sendable {
  var report = VerifyReport()
  /// Whether the replay knows the state that the last record led to. An interrupted action led to none.
  var stateIsKnown = true
  /// Why states are unknown up to the next snapshot; `nil` if they are known.
  var unprovenCause: UnprovenCause?
  /// The rules of the last session that began; `nil` if none did.
  var rules: RedactionRules?
  /// The recorded hash of the current state.
  var hash: StateHash?
  /// The seq of the last proven state; `nil` if none, or an action since could not be replayed.
  private(set) var provenSeq: Int?
  var landmarks = Lineage.Landmarks()
  /// The number of actions that rewinds made the replay reduce again.
  var repeated = 0

  /// Something that is missing to rebuild the states.
  enum UnprovenCause: Sendable {
    /// Redacted secrets.
    case secrets
    /// The target of a rewind, because of a divergence.
    case divergence
    /// An action in a form that can be reduced.
    case action
  }

  /// The number of actions without a hash since the last state with one.
  private var pending = 0

  /// Notes that the current state, and with it the way there, is proven.
  mutating func prove(_ recorded: StateHash, seq: Int) {
    report.unsettled -= pending
    start(from: recorded, seq: seq)
  }

  /// Notes a state from which the replay continues, independent of the states before it.
  mutating func start(from recorded: StateHash, seq: Int, counts: Bool = true) {
    hash = recorded
    provenSeq = seq
    pending = 0
    if counts { report.proven += 1 }
  }

  /// Notes that the current state is unknown.
  mutating func markUnproven(hash: StateHash?) {
    self.hash = hash
    stateIsKnown = false
    provenSeq = nil
    pending = 0
  }

  /// Notes an action that was recorded without a hash.
  mutating func passUnhashed() {
    hash = nil
    report.unhashed += 1
    report.unsettled += 1
    pending += 1
  }

  /// Adds the findings of the next chunk.
  ///
  /// - Parameters:
  ///   - chunk: The findings, with lines counted from the chunk's start.
  ///   - lines: The number of lines before the chunk.
  mutating func add(_ chunk: VerifyingProgress, after lines: Int) {
    report.add(chunk.report, after: lines)
    stateIsKnown = chunk.stateIsKnown
    unprovenCause = chunk.unprovenCause
    rules = chunk.rules ?? rules
    hash = chunk.hash
    provenSeq = chunk.provenSeq ?? provenSeq
    pending = chunk.pending
    landmarks.add(chunk.landmarks)
    repeated += chunk.repeated
  }
}
