import SystemSupport

/// Figures at growing lengths of a journal.
struct Growth: Equatable {
  /// What is measured if nothing is said.
  static let usualCounts = [1_000, 100_000, 10_000_000]
  /// What an action is assumed to need in a file, for a look at the free space; somewhat more than it does.
  private static let bytesPerAction = 400

  /// The lengths, in actions.
  let counts: [Int]
  /// Where the journals are made.
  let folder: String?

  /// Measures and prints.
  ///
  /// - Throws: `NotEnoughSpace`, or what else stands in the way.
  func run() throws {
    guard let executable = Platform.resolved(Platform.ownExecutable) else { throw MissingProgram(name: "benchmarks") }
    let bytes = (counts.max() ?? 0) * Growth.bytesPerAction
    let measurements = try withTemporaryFolder(in: folder, needing: bytes) { folder in
      try counts.sorted().map { count in
        Platform.write("measuring \(Figure.count(count)) actions\n", to: 2)
        return try GrowthMeasurement(actions: count, folder: folder, executable: executable)
      }
    }
    let build = Effort.isDebugBuild ? "debug build" : "release build"
    Platform.write(
      "reduxlog benchmarks: growth, \(build), a state of \(GrowthMeasurement.items) tasks\n\n"
        + GrowthReport(measurements: measurements).text, to: 1)
  }
}
