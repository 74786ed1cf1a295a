/// Figures at growing lengths of a journal.
struct Growth: Equatable {
  /// What is measured if nothing is said.
  static let usualCounts = [1_000, 100_000, 10_000_000]
  /// What an action is assumed to need in a file, for a look at the free space; somewhat more than it does.
  static let bytesPerAction = 400

  /// The lengths, in actions.
  let counts: [Int]
  /// Where the journals are made.
  let folder: String?

  /// Measures and prints.
  ///
  /// - Throws: `NotEnoughSpace`, or what else stands in the way.
  func run() throws {
    guard let executable = Platform.executablePath() else { throw MissingProgram(name: "benchmarks") }
    let measurements = try withTemporaryFolder(in: folder) { folder in
      if let free = Platform.freeBytes(inFolder: folder), let most = counts.max(), most * Growth.bytesPerAction > free {
        throw NotEnoughSpace(needed: most * Growth.bytesPerAction, free: free, folder: self.folder ?? folder)
      }
      return try counts.sorted().map { count in
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

/// A folder that could not take the journals.
struct NotEnoughSpace: Error, CustomStringConvertible {
  let needed: Int
  let free: Int
  let folder: String

  var description: String {
    "the journals need \(Figure.count(needed / 1_000_000)) MB, and \(Figure.count(free / 1_000_000)) MB are free in "
      + "\(folder); choose another place with --folder"
  }
}
