import ReduxJournal
import StateTree

/// What a fold in which every step is checked has found so far: all of it but the states.
struct VerifyingProgress: Sendable {
  var report = VerifyReport()
  /// Whether the state that the fold holds is what the last record led to: an action that was interrupted led to no
  /// known state.
  var stateIsKnown = true
  /// Why the states can't be followed up to the next snapshot; `nil` if they can.
  var unprovenCause: UnprovenCause?
  /// The rules of the session that began last; `nil` if none did.
  var rules: RedactionRules?
  /// The recorded hash of the state that was reached last.
  var hash: StateHash?
  /// The seq of the last state that was proven, as long as all actions since could be folded; `nil` if there is none.
  private(set) var provenSeq: Int?
  var landmarks = Lineage.Landmarks()
  /// How many actions were reduced again because of rewinds.
  var repeated = 0

  /// What can be missing to follow the states.
  enum UnprovenCause: Sendable {
    /// Secrets that were redacted.
    case secrets
    /// The state to which a journal goes back, because replay and recording have parted.
    case divergence
    /// An action in a form that can be reduced.
    case action
  }

  /// How many actions without a hash come after the last state that has one.
  private var pending = 0

  /// Notes that the state to which the last action led is what was recorded, and with it the way there.
  mutating func prove(_ recorded: StateHash, seq: Int) {
    report.unsettled -= pending
    start(from: recorded, seq: seq)
  }

  /// Notes a state from which the fold goes on, whatever led to it.
  mutating func start(from recorded: StateHash, seq: Int, counts: Bool = true) {
    hash = recorded
    provenSeq = seq
    pending = 0
    if counts { report.proven += 1 }
  }

  /// Notes that the state that was reached last is not known.
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

  /// Adds what was found in the chunk after this one.
  ///
  /// - Parameters:
  ///   - chunk: That, with its lines counted from the chunk's start.
  ///   - lines: How many lines come before the chunk.
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
