import Foundation
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

extension Growth {
  /// The journals whose growth is measured.
  enum Subject {
    /// Sessions of the todo app with ten items: its actions make up the journals.
    case tasks
    /// Edits of one large array in a JSON document.
    case documents
  }
}

extension Growth.Subject {
  var usualCounts: [Int] {
    switch self {
    case .tasks: [1_000, 100_000, 10_000_000]
    case .documents: [1_000, 8_000]
    }
  }

  /// An estimate, on the high side, for checking the free space. A document's snapshot may follow the actions as often as
  /// they take its size.
  var bytesPerAction: Int {
    switch self {
    case .tasks: 400
    case .documents: 2_000
    }
  }

  /// The kinds of sessions, each with what its first command needs.
  var workloads: [(name: String, prepare: (_ count: Int, _ folder: String) throws -> Void)] {
    switch self {
    case .tasks: [("", { _, _ in })]
    case .documents:
      DocumentEdits.allCases.map { edits in
        (
          edits.rawValue + ", ",
          { try Data(edits.actions($0)).write(to: URL(fileURLWithPath: $1 + "/actions")) }
        )
      }
    }
  }

  /// The commands, in an order in which each has the journals that it needs.
  var commands: [Growth.Work] {
    switch self {
    case .tasks:
      [
        Growth.Work("record, .buffered", "record 10 COUNT FOLDER/j"),
        Growth.Work("verify", "inspector verify FOLDER/j"),
        Growth.Work("show at random N", "inspector show FOLDER/j@ANY", repetitions: 9),
      ]
    case .documents:
      [
        ("record", "record -o FOLDER/j --force --actions FOLDER/actions"),
        ("record --self-contained", "record -o FOLDER/s --force --actions FOLDER/actions --self-contained"),
        ("verify", "verify FOLDER/j --jobs 1"), ("verify, self-contained", "verify FOLDER/s --jobs 1"),
        ("bake", "bake FOLDER/j -o FOLDER/copy --force"), ("log -p", "log -p FOLDER/j"),
        ("redact", "redact FOLDER/s -o FOLDER/copy --force --redact-name title"),
        ("index", "index FOLDER/j -o FOLDER/copy --force"),
        ("slice", "slice FOLDER/j@10..COUNT -o FOLDER/copy --force"), ("show", "show FOLDER/j@COUNT"),
        ("rewind", "rewind FOLDER/j --to 10 -o FOLDER/copy --force"),
      ].map { Growth.Work($0, "inspector " + $1) }
    }
  }
}

/// Edits of a large array, the member `items` of a document.
enum DocumentEdits: String, CaseIterable {
  case append, insert, remove, move

  /// A state with an array of objects, and patches that each replace a member of one of them.
  static func replacing(among count: Int, times: Int) -> (state: [UInt8], actions: [UInt8]) {
    let items = (0..<count).map { #"{"id":\#($0),"title":"task \#($0)","done":\#($0 % 2 == 0),"count":\#($0)}"# }
    let actions = (0..<times).map { edit in
      #"{"patch":[{"op":"replace","path":"/items/\#(edit * 7919 % count)/count","value":\#(-edit)}]}"# + "\n"
    }
    return (Array(#"{"items":[\#(items.joined(separator: ","))]}"#.utf8), Array(actions.joined().utf8))
  }

  /// Patches that make the array, and change it so many times, one per line.
  func actions(_ count: Int) -> [UInt8] {
    func item(_ id: Int) -> String { #"{"id":\#(id),"title":"task \#(id)","done":\#(id % 2 == 0)}"# }
    let start = self == .append || self == .insert ? 0 : count
    var lines = [#"{"op":"add","path":"/items","value":[\#((0..<start).map(item).joined(separator: ","))]}"#]
    for edit in 1..<max(count, 2) {
      switch self {
      case .append: lines.append(#"{"op":"add","path":"/items/-","value":\#(item(edit))}"#)
      case .insert: lines.append(#"{"op":"add","path":"/items/0","value":\#(item(edit))}"#)
      case .remove: lines.append(#"{"op":"remove","path":"/items/\#(edit * 7919 % (count - edit + 1))"}"#)
      case .move:
        lines.append(
          #"{"op":"move","from":"/items/\#(edit * 7919 % count)","path":"/items/\#(edit * 104_729 % count)"}"#)
      }
    }
    return Array(lines.map { #"{"patch":[\#($0)]}"# + "\n" }.joined().utf8)
  }
}
