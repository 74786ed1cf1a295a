import SystemSupport
import TestSupport

/// Measures how the times and the peak memory of commands grow with their journals.
struct Growth: Equatable {
  let subject: Subject
  /// The lengths of the journals, in actions.
  let counts: [Int]
  /// The folder for the journals.
  let folder: String?

  /// Measures and prints the figures.
  ///
  /// - Throws: `NotEnoughSpace`, or the error that prevents measuring.
  func run() throws {
    guard let executable = Platform.resolved(Platform.ownExecutable) else { throw MissingProgram(name: "benchmarks") }
    let counts = counts.sorted()
    let build = Effort.isDebugBuild ? "debug build" : "release build"
    let heading = Growth.line("", counts.map { Figure.count($0) + " actions" } + ["ratio"])
    Platform.write("reduxlog benchmarks: growth, \(build)\n\n" + heading, to: 1)
    try withTemporaryFolder(in: folder, needing: (counts.last ?? 0) * subject.bytesPerAction) { folder in
      for workload in subject.workloads {
        let runs = try counts.map { count in
          try workload.prepare(count, folder)
          return try subject.commands.map { try $0.measure(count, folder, executable) }
        }
        for (index, command) in subject.commands.enumerated() {
          Growth.report(workload.name + command.name, runs.map { $0[index] })
        }
      }
    }
  }

  private static func report(_ name: String, _ runs: [MeasuredProcess]) {
    func line(_ name: String, _ figures: [Double], _ unit: String) {
      let ratio = figures[figures.count - 1] / figures[0]
      Platform.write(
        Growth.line(name, figures.map { "\(Figure.text($0)) \(unit)" } + [Figure.text(ratio) + "x"]), to: 1)
    }
    line(name, runs.map { $0.nanoseconds / 1e6 }, "ms")
    let peaks = runs.compactMap { $0.peakBytes.map { Double($0) / 1e6 } }
    if !peaks.isEmpty { line("  peak memory", peaks, "MB") }
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    let padded = cells.map { String(repeating: " ", count: max(1, 20 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, 32 - name.count)) + padded.joined() + "\n"
  }
}

extension Growth {
  /// A command to measure.
  struct Work {
    let name: String
    /// The words of a `MeasuredProcess`. They name the journals' folder, their length, and any seq.
    private let words: [String]
    private let repetitions: Int

    init(_ name: String, _ words: String, repetitions: Int = 1) {
      self.name = name
      self.words = words.split(separator: " ").map(String.init)
      self.repetitions = repetitions
    }

    /// Returns the run that took the median time.
    func measure(_ count: Int, _ folder: String, _ executable: String) throws -> MeasuredProcess {
      var generator = SeededGenerator(seed: 5)
      let runs = try (0..<repetitions).map { _ in
        let seq = Int.random(in: 1...count, using: &generator)
        return try MeasuredProcess(
          executable,
          words.map {
            $0.replacing("FOLDER", with: folder).replacing("COUNT", with: "\(count)").replacing("ANY", with: "\(seq)")
          })
      }
      return runs.sorted { $0.nanoseconds < $1.nanoseconds }[repetitions / 2]
    }
  }
}
