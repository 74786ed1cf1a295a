import SystemSupport
import TestSupport

/// What recording, verifying and looking at a journal of some length took.
struct GrowthMeasurement: Equatable, Sendable {
  /// What was done: the time it took, and the most memory that its process held.
  struct Work: Equatable, Sendable {
    let nanoseconds: Double
    let peakBytes: Int?
  }

  /// The state of the journals that grow: small, so that they consist of their actions.
  static let items = 10
  /// How many states are looked at.
  static let shownStates = 9

  let actions: Int
  let fileBytes: Int
  let record: Work
  let verify: Work
  /// The median of several states chosen at random.
  let show: Work

  /// Measures a journal that is made in a folder and removed again. Everything is done in processes of its own.
  ///
  /// - Throws: What stands in the way.
  init(actions: Int, folder: String, executable: String) throws {
    let path = "\(folder)/growth-\(actions).jsonl"
    defer { Platform.removeFile(path) }
    let journal = TodoJournal(items: GrowthMeasurement.items, actions: actions)
    self.actions = actions
    record = Work([try MeasuredProcess.recording(journal, to: path, executable: executable)])
    fileBytes = (try? Platform.status(of: path))?.byteCount ?? 0
    verify = Work([try MeasuredProcess.inspector(["verify", path], executable: executable)])
    var generator = SeededGenerator(seed: 5)
    show = Work(
      try (0..<GrowthMeasurement.shownStates).map { _ in
        let seq = Int.random(in: 1...actions, using: &generator)
        return try MeasuredProcess.inspector(["show", "\(path)@\(seq)"], executable: executable)
      })
  }
}

extension GrowthMeasurement.Work {
  fileprivate init(_ runs: [MeasuredProcess]) {
    nanoseconds = Samples(runs.map(\.nanoseconds)).median
    peakBytes = runs.compactMap(\.peakBytes).max()
  }
}
