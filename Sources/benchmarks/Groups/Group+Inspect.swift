import Foundation
import TestSupport

extension Group {
  /// The time of `inspect` on a long journal, in a real terminal.
  static func inspect(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "inspect/rows",
        "from starting inspect to the last rows of \(Figure.count(effort.journalActions)) actions, "
          + "\(Figure.count(effort.items)) tasks, in a terminal of 120 × 40", unit: "ms", goal: .valueAtMost(100)),
      RowDescription("inspect/step", "a step to the next action and its changes", unit: "ms", goal: .valueAtMost(16)),
      RowDescription(
        "inspect/memory", "the peaks of inspect and its reducers' processes together, the journal verified",
        unit: "MiB", goal: .valueAtMost(200)),
    ]) { conditions in
      let path = conditions.path("inspect.jsonl")
      try TodoJournal(items: effort.items, actions: effort.journalActions).record(to: path)
      defer { try? FileManager.default.removeItem(atPath: path) }
      var generator = SeededGenerator(seed: 11)
      func started() throws -> (program: TerminalProgram, time: Double) {
        let program = try TerminalProgram(
          conditions.executable, ["inspector", "inspect", path], columns: 120, rows: 40)
        // The last row names the keys, and is drawn last.
        return (program, program.time(until: "quit"))
      }
      var opening = try (1..<effort.rounds).map { _ in try started().time }
      let (program, time) = try started()
      opening.append(time)
      // The verification's progress is drawn until its end.
      program.settle()
      // The peaks include states of other places.
      for _ in 0..<effort.rounds {
        _ = program.press("\(Int.random(in: 1..<effort.journalActions, using: &generator))G")
      }
      let steps = (0..<4 * effort.rounds).map { _ in program.press("j") }
      let memory = program.peakBytes.map { Double($0) / 1_048_576 }
      return [
        Measurement(Samples(opening)), Measurement(Samples(steps)),
        Measurement(Samples([memory ?? 0]), note: memory == nil ? "unknown" : nil),
      ]
    }
  }
}
