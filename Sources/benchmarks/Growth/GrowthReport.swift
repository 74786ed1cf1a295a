/// The report of growth: a table for each command, and the law of its growth.
struct GrowthReport {
  let measurements: [GrowthMeasurement]

  var text: String {
    table("record, .buffered", \.record) + table("verify", \.verify)
      + table("show at random N", \.show)
  }

  private func table(_ title: String, _ work: KeyPath<GrowthMeasurement, GrowthMeasurement.Work>) -> String {
    var text = GrowthReport.line([title, "file", "time", "an action", "peak memory"]) + "\n"
    text += String(repeating: "-", count: 80) + "\n"
    for measurement in measurements {
      let work = measurement[keyPath: work]
      text +=
        GrowthReport.line([
          Figure.count(measurement.actions) + " actions",
          Figure.text(Double(measurement.fileBytes) / 1e6) + " MB",
          Figure.text(work.nanoseconds / 1e6) + " ms",
          Figure.text(work.nanoseconds / Double(measurement.actions) / 1e3) + " µs",
          work.peakBytes.map { Figure.text(Double($0) / 1e6) + " MB" } ?? "?",
        ]) + "\n"
    }
    if let last = measurements.last {
      for measurement in measurements.dropLast() { text += laws(from: measurement, to: last, work) }
    }
    return text + "\n"
  }

  private func laws(
    from first: GrowthMeasurement, to last: GrowthMeasurement,
    _ work: KeyPath<GrowthMeasurement, GrowthMeasurement.Work>
  ) -> String {
    let factor = Double(last.actions) / Double(first.actions)
    func law(_ name: String, _ earlier: Double, _ later: Double) -> String {
      let law = GrowthLaw(factor: factor, ratio: later / earlier)
      return "\(name) \(Figure.text(law.ratio))x, \(law.name)"
    }
    let (first, last) = (first[keyPath: work], last[keyPath: work])
    var text = "  \(Figure.text(factor))x the actions: " + law("time", first.nanoseconds, last.nanoseconds)
    if let before = first.peakBytes, let after = last.peakBytes {
      text += "; " + law("memory", Double(before), Double(after))
    }
    return text + "\n"
  }

  private static func line(_ cells: [String]) -> String {
    zip(cells, [24, 12, 14, 14, 16]).enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
      return index == 0 ? cell.0 + padding : padding + cell.0
    }.joined()
  }
}
