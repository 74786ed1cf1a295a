import SystemSupport

/// Measures journals of growing lengths.
struct Growth: Equatable {
  /// The default lengths.
  static let usualCounts = [1_000, 100_000, 10_000_000]
  /// An estimate, on the high side, of an action's size in a file, for checking the free space.
  private static let bytesPerAction = 400

  /// The lengths, in actions.
  let counts: [Int]
  /// The folder for the journals.
  let folder: String?

  /// Measures and prints the figures.
  ///
  /// - Throws: `NotEnoughSpace`, or the error that prevents measuring.
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
