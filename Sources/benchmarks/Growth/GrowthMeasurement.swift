import SystemSupport
import TestSupport

/// The cost of recording, verifying, and inspecting a journal of a given length.
struct GrowthMeasurement: Equatable, Sendable {
  /// The time that some work took and its process's peak memory.
  struct Work: Equatable, Sendable {
    let nanoseconds: Double
    let peakBytes: Int?
  }

  /// The size of the state: small, so that actions make up the journals.
  static let items = 10
  /// The number of states to show.
  static let shownStates = 9

  let actions: Int
  let fileBytes: Int
  let record: Work
  let verify: Work
  /// The median of several random states.
  let show: Work

  /// Measures a temporary journal in a folder, with separate processes for all work.
  ///
  /// - Throws: The error that prevents measuring.
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
