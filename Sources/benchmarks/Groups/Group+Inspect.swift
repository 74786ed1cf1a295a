import Foundation
import TestSupport

extension Group {
  /// The time of `inspect` on the journal of the group `seek`, in a real terminal.
  static func inspect(_ effort: Effort) -> Group {
    Group([
      RowDescription(
        "inspect/rows",
        "from starting inspect to the last rows of \(Figure.count(effort.journalActions)) actions, "
          + "\(Figure.count(effort.items)) tasks, in a terminal of 120 × 40", unit: "ms", goal: .valueAtMost(100)),
      RowDescription("inspect/step", "a step to the next action and its changes", unit: "ms", goal: .valueAtMost(16)),
      RowDescription("inspect/step-worst", "the slowest of these steps", unit: "ms", goal: .valueAtMost(50)),
      RowDescription("inspect/step-state", "a step with the whole state open", unit: "ms", goal: .valueAtMost(16)),
      RowDescription(
        "inspect/jump", "to the changes of an action that wasn't visited", unit: "ms", goal: .valueAtMost(200)),
      RowDescription(
        "inspect/memory", "the peaks of inspect and its reducers' processes together, the journal verified",
        unit: "MiB",
        goal: .valueAtMost(200)),
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
      func jump() -> Double { program.press("\(Int.random(in: 1..<effort.journalActions, using: &generator))G") }
      let jumps = (0..<2 * effort.rounds).map { _ in jump() }
      let steps = (0..<4 * effort.rounds).map { _ in program.press("j") }
      // The largest collection, open.
      _ = program.press("]\tj\r")
      _ = program.press("\t")
      let states = (0..<4 * effort.rounds).map { _ in program.press("j") }
      let measured = [opening, steps, [steps.max() ?? 0], states, jumps].map {
        Measurement(Samples($0)).scaled(by: 1e-6)
      }
      let memory = program.peakBytes.map { Double($0) / 1_048_576 }
      return measured + [Measurement(Samples([memory ?? 0]), note: memory == nil ? "unknown" : nil)]
    }
  }
}
