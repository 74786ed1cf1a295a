public import ReduxJournal
public import StateTree
import SystemSupport

/// How a recorder records.
public struct RecorderOptions: Sendable {
  /// How much is recorded.
  public var detail: RecordingDetail
  /// What is written of the states between snapshots. Of names only (`detail: .names`) there are no states to tell of.
  public var states: RecordedStates
  /// After which actions the state is hashed. Where what each action did is recorded (`states: .patches`), all of it is
  /// encoded anyway, and it is hashed after each.
  public var hashing: HashPolicy
  /// What is redacted before anything is written.
  public var rules: RedactionRules
  /// Where values are that a replay does not give again, as a time that a reducer reads from the clock: JSON Pointers, in
  /// which `*` stands for any key or index. What is there is written, and left out of every hash, so that it is no
  /// divergence if a replay has something else there. The header lists them.
  public var volatile: [RedactionRules.Pointer]
  /// What the journal survives.
  public var durability: Durability
  /// What the header says about where the app runs: commit, device, locale; whatever the app gives.
  public var context: JSONObject
  /// How long writing a snapshot may hold up a dispatch. Where it would take longer, none is written but those without
  /// which nothing could be replayed: the session's first, those after a gap or a rewind to a state that was dropped, and
  /// that of a segment which is long overdue.
  public var snapshotBudget: Duration
  /// How long a line may become. The session's first state must fit into one: with a larger state nothing is recorded.
  /// Whoever reads the journal must allow for such lines too.
  public var maximumLineBytes: Int
  /// How long the JSON of an action may become, in bytes. Of a longer one the record says what it is and how long it
  /// was, but not what it holds, so it can't be replayed; the state after it is written out, where the budget allows.
  public var maximumActionBytes: Int
  /// How much of the journal is kept; `nil` for all of it.
  public var retention: Retention?
  /// How much of a journal that is there already is checked before it is appended to.
  public var check: JournalCheck
  /// The key that proves the journal; `nil` for one that anybody could have written. A journal that is there already goes
  /// on only with the key that it was begun with.
  public var key: JournalKey?
  /// Told what recording the app's state will not catch, if anything is found: once in a process for each type of state,
  /// with the first state that the recorder meets, a little later and outside of all locks. `nil` to audit nothing.
  ///
  /// The first action waits for it: for a look at so many values at most, and for the encoding and decoding of a state that
  /// takes less than 50 ms to encode. What a hand-written `encode(to:)` does meanwhile is not limited.
  public var onAudit: (@Sendable (StateAudit) -> Void)?

  /// Creates options; the defaults suit an app in development.
  public init(
    detail: RecordingDetail = .full, states: RecordedStates = .snapshots,
    hashing: HashPolicy = .everyAction, rules: RedactionRules = .usual, volatile: [RedactionRules.Pointer] = [],
    durability: Durability = .process,
    context: JSONObject = JSONObject(), snapshotBudget: Duration = .milliseconds(8),
    maximumLineBytes: Int = JournalLimits.maximumLineBytes, maximumActionBytes: Int = .max,
    retention: Retention? = nil, check: JournalCheck = .tail, key: JournalKey? = nil,
    onAudit: (@Sendable (StateAudit) -> Void)? = RecorderOptions.usualAudit
  ) {
    self.detail = detail
    self.states = states
    self.hashing = hashing
    self.rules = rules
    self.volatile = volatile
    self.durability = durability
    self.context = context
    self.snapshotBudget = snapshotBudget
    self.maximumLineBytes = maximumLineBytes
    self.maximumActionBytes = maximumActionBytes
    self.retention = retention
    self.check = check
    self.key = key
    self.onAudit = onAudit
  }

  /// What is told of an audit unless the app says otherwise: in debug builds all of it, on standard error; in others nothing
  /// is audited.
  public static var usualAudit: (@Sendable (StateAudit) -> Void)? {
    #if DEBUG
      return { audit in
        Platform.write(
          "reduxlog: \(audit)\n(said once, in debug builds; RecorderOptions.onAudit takes it elsewhere)\n",
          to: Platform.standardError)
      }
    #else
      return nil
    #endif
  }

  /// Whether what each action did to the state is recorded.
  var recordsPatches: Bool { states == .patches && detail != .names }

  /// The rules that the detail makes of those that were given.
  var effectiveRules: RedactionRules {
    var effective = detail == .shape ? .shape : rules
    if detail == .names { effective.writesFreeText = false }
    // Of names only there is no hash to leave anything out of.
    return effective.leavingOut(detail == .names ? [] : volatile)
  }
}
