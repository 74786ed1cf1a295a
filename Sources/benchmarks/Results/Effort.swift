/// The extent of the measurements: the sizes of states and journals, and the number of repetitions.
struct Effort: Equatable, Sendable {
  /// Its name in the output.
  var name: String
  /// The number of rounds for work that takes milliseconds; most rows use it.
  var rounds: Int
  /// The size of the usual state: 10,000 items are 1 MB of JSON.
  var items: Int
  /// The size of the largest state.
  var manyItems: Int
  /// The size of a small state.
  var fewItems = 100
  /// The number of dispatches per round.
  var dispatches: Int
  /// The number of actions replayed in each round.
  var replayedActions: Int
  /// The number of actions in a long journal.
  var journalActions: Int
  /// The number of starts of a short-lived process.
  var starts: Int

  /// The maximum size of the largest journal.
  var journalBytes: Int { journalActions * 1000 }

  /// The default.
  static let full = Effort(
    name: "full", rounds: 9, items: 10_000, manyItems: 1_000_000, dispatches: 8_000, replayedActions: 100_000,
    journalActions: 1_000_000, starts: 101)

  /// Enough to check that everything works.
  static let quick = Effort(
    name: "quick: the figures mean little", rounds: 3, items: 10_000, manyItems: 20_000, dispatches: 2_000,
    replayedActions: 5_000, journalActions: 20_000, starts: 11)

  /// The default in a debug build, where this package's code is many times slower.
  static let fullInDebug = Effort(
    name: "debug build", rounds: 5, items: 10_000, manyItems: 50_000, dispatches: 1_000, replayedActions: 5_000,
    journalActions: 20_000, starts: 21)

  /// `quick` in a debug build.
  static let quickInDebug = Effort(
    name: "debug build, quick: the figures mean little", rounds: 1, items: 200, manyItems: 400, dispatches: 100,
    replayedActions: 200, journalActions: 400, starts: 2)

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
