public import ReduxJournal
public import StateCoding
public import StateTree
import SystemSupport

/// How a recorder records.
public struct RecorderOptions: Sendable {
  /// How much the recorder writes.
  public var detail: RecordingDetail
  /// The content that the recorder writes for states between snapshots. With `detail: .names`, it writes no states.
  ///
  /// By default, it writes patches while `reduxlog live` watches the app, and snapshots otherwise.
  public var states: RecordedStates
  /// After which actions the recorder hashes the state. With `states: .patches`, it hashes the state after each action.
  public var hashing: HashPolicy
  /// The rules by which the recorder redacts values before it writes them.
  public var rules: RedactionRules
  /// Places whose values a replay doesn't reproduce, such as a time that a reducer reads from the clock.
  ///
  /// They are JSON Pointers in which `*` stands for any key or index. The recorder writes the values but excludes them
  /// from every hash, so different values don't diverge. The header lists the places.
  public var volatile: [RedactionRules.Pointer]
  /// The places of the members that identify the elements of arrays, such as `/boards/*/cards/*/number`.
  ///
  /// They are JSON Pointers in which `*` stands for any key or index. The header lists them, and views follow elements by
  /// them. For other arrays, views find such a member themselves, like `id`.
  public var identity: [RedactionRules.Pointer]
  /// Whether each action's record holds the time and the seed that its reducer gets from `ReplayInputs`.
  ///
  /// A replay then gives the reducer the same time, ids and random numbers. Older versions of reduxlog refuse such a
  /// journal. With another detail than `full`, the recorder writes no inputs.
  public var inputs: Bool
  /// Whether the journal survives only a crash of the process, or also a power loss.
  public var durability: Durability
  /// The app's environment for the header, such as commit, device and locale.
  public var context: JSONObject
  /// The maximum time for which writing a snapshot may delay a dispatch.
  ///
  /// Beyond it, the recorder writes only the snapshots that a replay needs: the session's first, those after a gap or a
  /// rewind to a dropped state, and that of an overdue segment.
  public var snapshotBudget: Duration
  /// The maximum length of a line, in bytes.
  ///
  /// If the session's first state doesn't fit into a line, nothing is recorded. Readers must allow the same length.
  public var maximumLineBytes: Int
  /// The maximum length of an action's JSON, in bytes.
  ///
  /// The record of a longer action holds only its type and length, so it can't be replayed. If the budget allows, a
  /// snapshot follows it, as after any action that changes the state and can't be replayed.
  public var maximumActionBytes: Int
  /// The maximum memory for copies of collection elements, in bytes, without what the elements refer to.
  ///
  /// The recorder keeps a copy of each element of the state's arrays and dictionaries of at least 16 elements. It compares
  /// the next state with the copies and hashes only the elements that differ. Collections that don't fit are hashed in full;
  /// with 0, all are.
  public var maximumCopyBytes: Int
  /// How much of the journal the recorder keeps; `nil` for all.
  public var retention: Retention?
  /// How much of an existing journal the recorder checks before it appends.
  public var check: JournalCheck
  /// The key that proves the journal's author; `nil` for none. To append to an existing journal, pass its key.
  public var key: JournalKey?
  /// Writes a line of an observer. Tests replace it.
  package var console = RecorderOptions.standardError
  /// Makes the observer of a recorder with these options; `nil` for none.
  package var makeObserver: (@Sendable (RecorderOptions) -> any RecordingObserver)?

  /// Creates options; the defaults suit an app in development.
  public init(
    detail: RecordingDetail = .full, states: RecordedStates = .automatic,
    hashing: HashPolicy = .automatic, rules: RedactionRules = .usual, volatile: [RedactionRules.Pointer] = [],
    identity: [RedactionRules.Pointer] = [], inputs: Bool = false, durability: Durability = .process,
    context: JSONObject = JSONObject(), snapshotBudget: Duration = .milliseconds(8),
    maximumLineBytes: Int = JournalLimits.maximumLineBytes, maximumActionBytes: Int = .max,
    maximumCopyBytes: Int = 1 << 26, retention: Retention? = nil, check: JournalCheck = .tail, key: JournalKey? = nil
  ) {
    self.detail = detail
    self.states = states
    self.hashing = hashing
    self.rules = rules
    self.volatile = volatile
    self.identity = identity
    self.inputs = inputs
    self.durability = durability
    self.context = context
    self.snapshotBudget = snapshotBudget
    self.maximumLineBytes = maximumLineBytes
    self.maximumActionBytes = maximumActionBytes
    self.maximumCopyBytes = maximumCopyBytes
    self.retention = retention
    self.check = check
    self.key = key
  }

  /// Writes to standard error.
  package static let standardError: @Sendable (String) -> Void = { Platform.write($0, to: Platform.standardError) }

  /// Whether the journal holds a patch for each action.
  var recordsPatches: Bool {
    (states == .patches || states == .automatic && RecorderOptions.isWatched) && detail != .names
  }

  /// The variable with the address of a tool that watches the app.
  package static let liveVariable = "REDUXLOG_LIVE"

  private static let isWatched: Bool = {
    #if DEBUG
      Platform.environment(liveVariable)?.isEmpty == false
    #else
      false
    #endif
  }()

  /// Whether the journal holds the inputs of each action.
  var recordsInputs: Bool { inputs && detail == .full }

  /// The rules, adjusted to the detail.
  package var effectiveRules: RedactionRules {
    var effective = detail == .shape ? .shape : rules
    if detail == .names { effective.writesFreeText = false }
    // A journal of names has no hashes.
    return effective.leavingOut(detail == .names ? [] : volatile)
  }
}
