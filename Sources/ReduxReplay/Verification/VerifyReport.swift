public import ReduxJournal

/// What a full replay of a journal found.
public struct VerifyReport: Sendable {
  /// The app that the journal's header names.
  public var app: AppIdentity
  /// How many records there are.
  public var records = 0
  /// How many sessions there are.
  public var sessions = 0
  /// How many actions there are, those that never ended included.
  public var actions = 0
  /// How many states were rebuilt and have the recorded hash.
  public var proven = 0
  /// How many actions were recorded without a hash of the state. They are proven as far as the next state with a hash is the
  /// one to which they lead.
  public var unhashed = 0
  /// How many of them nothing proves: the actions behind them lead to no state with a hash, before the journal ends, is gone
  /// on with from a state that is written out, or goes back.
  public var unsettled = 0
  /// The divergences for which a secret may be why: see `Divergence.mayBeRedaction`. The fold goes on behind each, from
  /// the next snapshot.
  public var redacted: [Divergence] = []
  /// How many actions were not folded, because the state before them could not be rebuilt without a secret.
  public var unchecked = 0
  /// The actions that can't be reduced again, with those up to the next snapshot, which follow a state that nobody knows.
  /// A journal with any is not proven as a whole.
  public var unproven: [UnprovenRange] = []
  /// How many actions can't be reduced again, but tell what they did to the state, which has the recorded hash.
  public var patched = 0
  /// How many actions of a schema whose states have another shape now were folded. Their states can't be proven, because the
  /// recorded hashes are those of the old shape: the text of each snapshot is proven, and wherever there is one, the folded
  /// state is compared with it as it is after the change.
  public var reshaped = 0
  /// How many snapshots were compared in that way with what the reducers lead to.
  public var compared = 0
  /// How many of these, and of the errors of such actions, differ.
  public var differing = 0
  /// The first of them. The fold goes on behind each from the snapshot.
  public var schemaDifferences: [SchemaDifference] = []
  /// How many actions a reducer refused, then as now.
  public var refused = 0
  /// How many rewinds there are.
  public var rewinds = 0
  /// How many snapshots hold a whole state.
  public var snapshots = 0
  /// The gaps, with their lines and without the bytes that are kept in them.
  public var gaps: [(line: Int?, gap: GapRecord)] = []
  /// The actions that were in flight when a process died, with their lines.
  public var interrupted: [(line: Int?, seq: Int, type: String)] = []
  /// Whether the journal starts from another state than the app would now.
  public var startsElsewhere = false
  /// The seq of the last state; `nil` if there is none.
  public var lastSeq: Int?
  /// How the journal ends.
  public var tail = JournalTail.notClosed
  /// Where replay and recording part first, if they do and no secret can be why.
  public var divergence: Divergence?
  /// All places in which they part, where the fold went on behind a divergence to find them.
  public var divergences = DivergentLocations()
  /// How many states were not compared as a whole, because they follow from one that differs. What their actions changed was.
  public var strayed = 0
  /// How many states differ in nothing but what was to be ignored, as far as the journal tells: a patch or a snapshot of the
  /// state tells all of it, short hashes tell of members.
  public var excused = 0
  /// Of how many states the journal doesn't tell whether they differ in nothing but what was to be ignored, because they differ in
  /// members of which that is only a part, or are such a state taken up again.
  public var undecided = 0

  /// Creates a report of an app's journal in which nothing was found yet.
  package init(app: AppIdentity) { self.app = app }
}
