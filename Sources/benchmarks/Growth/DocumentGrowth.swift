import Foundation
import SystemSupport

/// Measures how long commands take for growing numbers of edits of one large array in a JSON document.
struct DocumentGrowth: Equatable {
  /// The default numbers of edits.
  static let usualCounts = [1_000, 8_000]

  /// The numbers of edits.
  let counts: [Int]
  /// The folder for the journals.
  let folder: String?

  /// Measures and prints the figures.
  ///
  /// - Throws: `NotEnoughSpace`, or the error that prevents measuring.
  func run() throws {
    guard let executable = Platform.resolved(Platform.ownExecutable) else { throw MissingProgram(name: "benchmarks") }
    let counts = counts.sorted()
    Platform.write(DocumentGrowth.line(["", ""] + counts.map { Figure.count($0) + " edits" } + ["ratio"]), to: 1)
    // A snapshot may follow the actions as often as they take its size.
    try withTemporaryFolder(in: folder, needing: (counts.last ?? 0) * 2_000) { folder in
      for edits in DocumentEdits.allCases {
        var times = [[Double]](repeating: [], count: DocumentGrowth.commands.count)
        for count in counts {
          try Data(edits.actions(count)).write(to: URL(fileURLWithPath: "\(folder)/actions"))
          for (index, command) in DocumentGrowth.commands.enumerated() {
            let words = command.words.map { $0.replacing("DIR", with: folder).replacing("LAST", with: "\(count)") }
            times[index].append(try MeasuredProcess.inspector(words, executable: executable).nanoseconds)
          }
        }
        for (command, times) in zip(DocumentGrowth.commands, times) {
          let ratio = Figure.text((times.last ?? 0) / (times.first ?? 1)) + "x"
          Platform.write(
            DocumentGrowth.line(
              [edits.rawValue, command.name] + times.map { Figure.text($0 / 1e6) + " ms" } + [ratio]),
            to: 1)
        }
      }
    }
  }

  /// The commands, in an order in which each has the journals that it needs.
  private static let commands: [(name: String, words: [String])] = [
    ("record", "record -o DIR/j --force --actions DIR/actions"),
    ("record --self-contained", "record -o DIR/s --force --actions DIR/actions --self-contained"),
    ("verify", "verify DIR/j --jobs 1"), ("verify, self-contained", "verify DIR/s --jobs 1"),
    ("bake", "bake DIR/j -o DIR/copy --force"), ("log -p", "log -p DIR/j"),
    ("redact", "redact DIR/s -o DIR/copy --force --redact-name title"), ("index", "index DIR/j -o DIR/copy --force"),
    ("slice", "slice DIR/j@10..LAST -o DIR/copy --force"), ("show", "show DIR/j@LAST"),
    ("rewind", "rewind DIR/j --to 10 -o DIR/copy --force"),
  ].map { ($0, $1.split(separator: " ").map(String.init)) }

  private static func line(_ cells: [String]) -> String {
    cells.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(1, (index == 1 ? 26 : 16) - cell.count))
      return index < 2 ? cell + padding : padding + cell
    }.joined() + "\n"
  }
}

/// Edits of a large array, the member `items` of a document.
enum DocumentEdits: String, CaseIterable {
  case append, insert, remove, move

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
