/// How much is measured: how large the states and journals are, and how often each thing is done.
struct Effort: Equatable, Sendable {
  /// What is said of it in the output.
  var name: String
  /// Rounds of work that takes milliseconds, in which the figures of most rows are taken.
  var rounds: Int
  /// Items of the usual state: 10,000 of them are 1 MB of JSON.
  var items: Int
  /// Items of the largest state.
  var manyItems: Int
  /// Items of a small state.
  var fewItems = 100
  /// Dispatches in one round.
  var dispatches: Int
  /// Actions in a journal that is replayed in each round.
  var replayedActions: Int
  /// Actions in a long journal.
  var journalActions: Int
  /// Starts of a process that is over at once.
  var starts: Int

  /// How much the largest of the journals may need.
  var journalBytes: Int { journalActions * 1000 }

  /// What `benchmarks` measures.
  static let full = Effort(
    name: "full", rounds: 9, items: 10_000, manyItems: 1_000_000, dispatches: 8_000, replayedActions: 100_000,
    journalActions: 1_000_000, starts: 101)

  /// Enough to see that everything works.
  static let quick = Effort(
    name: "quick: the figures mean little", rounds: 3, items: 10_000, manyItems: 20_000, dispatches: 2_000,
    replayedActions: 5_000, journalActions: 20_000, starts: 11)

  /// As `full`, in a debug build, where everything of this package takes many times as long.
  static let fullInDebug = Effort(
    name: "debug build", rounds: 5, items: 10_000, manyItems: 50_000, dispatches: 1_000, replayedActions: 5_000,
    journalActions: 20_000, starts: 21)

  /// As `quick`, in a debug build.
  static let quickInDebug = Effort(
    name: "debug build, quick: the figures mean little", rounds: 1, items: 500, manyItems: 1_000, dispatches: 200,
    replayedActions: 500, journalActions: 1_000, starts: 3)

  /// Whether this executable is a debug build.
  static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// The effort for this build.
  static func forThisBuild(isQuick: Bool) -> Effort {
    switch (isQuick, isDebugBuild) {
    case (false, false): full
    case (true, false): quick
    case (false, true): fullInDebug
    case (true, true): quickInDebug
    }
  }
}
