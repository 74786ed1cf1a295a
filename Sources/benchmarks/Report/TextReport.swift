/// The report for people: a table of 80 columns, with descriptions of the rows below.
struct TextReport {
  /// The columns' headings and widths. The first is flush left, the others flush right.
  private static let columns = [
    ("", 19), ("value", 14), ("baseline", 10), ("ratio", 10), ("goal", 13), ("met", 5), ("±", 5),
  ]

  /// Returns the table's heading.
  static func heading(_ effort: Effort) -> String {
    let build = Effort.isDebugBuild ? "debug build" : "release build"
    return "reduxlog benchmarks, \(build), effort: \(effort.name)\n\n"
      + line(columns.map(\.0)) + "\n" + String(repeating: "-", count: 80) + "\n"
  }

  /// Returns a row's line.
  static func line(_ row: Row) -> String {
    line([
      row.name,
      "\(Figure.text(row.measurement.value)) \(row.description.unit)",
      row.baseline.map(Figure.text) ?? "",
      row.ratio.map { Figure.text($0) + "x" } ?? "",
      row.description.goal?.text(unit: row.description.unit) ?? "",
      row.isMet.map { $0 ? "yes" : "no" } ?? "",
      row.measurement.rounds.count > 1 ? Figure.percent(row.measurement.rounds.relativeDeviation) : "",
    ]) + "\n"
  }

  /// Describes the rows and this run.
  static func notes(_ rows: [Row]) -> String {
    var text = "\nvalue and baseline: medians of the rounds; ±: median deviation of the value.\n"
    for row in rows {
      text += wrapped("\(row.name): \(description(row))") + "\n"
    }
    return text
  }

  private static func description(_ row: Row) -> String {
    var text = row.description.summary
    if let baseline = row.description.baseline {
      text +=
        row.description.comparison == .timesLess ? "; baseline by value, against " : "; value by baseline, against "
      text += baseline
    }
    if let note = row.measurement.note { text += ". " + note }
    return text
  }

  private static func line(_ cells: [String]) -> String {
    var line = ""
    var edge = 0
    for (index, (cell, (_, width))) in zip(cells, columns).enumerated() {
      edge += width
      // A cell that is too long takes space from the next.
      let room = index == 0 ? 0 : max(1, edge - line.count - cell.count)
      line += String(repeating: " ", count: room) + cell
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// Wraps text at 80 columns with a hanging indent.
  static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > 80 {
        lines.append(line)
        line = "   "
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
