import ReduxJournal
import ReduxRecorder
import StateCoding

extension Group {
  /// Recorded actions of a model without conformances, against the same model with them.
  static func reflected(_ effort: Effort) -> Group {
    let items = effort.items
    func row(_ name: String, _ summary: String, unit: String) -> RowDescription {
      RowDescription(
        name, summary, unit: unit, against: "the same as Codable", comparison: .timesAsMuch, goal: .ratioAtMost(5))
    }
    return Group([
      row(
        "reflected/change", "recorded change of one of \(Figure.count(items)) structs in a reflected model", unit: "µs"
      ),
      row("reflected/objects", "recorded change of one of \(Figure.count(items / 4)) objects in one", unit: "ms"),
      row("reflected/hash", "hash of the whole model, of which nothing is known", unit: "ms"),
    ]) { conditions in
      var number = 0
      func store(rows: Int, items: Int, _ name: String) throws -> (
        reflected: (ReflectedModel.Edit) -> Void, coded: (ReflectedModel.Edit) -> Void
      ) {
        let recorders = try ["reflected", "coded"].map {
          try Recorder(
            path: conditions.path("\($0)-\(name).jsonl"), app: AppIdentity(name: "model"), options: .withoutSnapshots)
        }
        let model = ReflectedModel.Model(rows: rows, items: items)
        var coded = ReflectedModel.Coded.Model(rows: rows, items: items)
        let store = (
          { (edit: ReflectedModel.Edit) in recorders[0].record(edit, reflecting: model) { model.apply(edit) } },
          { (edit: ReflectedModel.Edit) in recorders[1].record(edit, in: &coded) { $0.apply(edit) } }
        )
        // Hash and write the session's first state before measuring.
        for _ in 0..<2 {
          store.0(rows > 0 ? .rename(0) : .touch(0))
          store.1(rows > 0 ? .rename(0) : .touch(0))
        }
        return store
      }
      func nanoseconds(_ count: Int, _ apply: (Int) -> Void) -> Double {
        Stopwatch.nanoseconds {
          for _ in 0..<count {
            number += 1
            apply(number)
          }
        } / Double(count)
      }
      let rows = try store(rows: items, items: 0, "rows")
      let objects = try store(rows: 0, items: items / 4, "objects")
      let model = Reflected(ReflectedModel.Model(rows: items, items: items / 4))
      let coded = ReflectedModel.Coded.Model(rows: items, items: items / 4)
      let encoder = StateEncoder(rules: .off)
      let samples = try Rounds(count: effort.rounds * 2).measure(
        { nanoseconds(20) { rows.reflected(.rename($0 * 7 % items)) } },
        { nanoseconds(20) { rows.coded(.rename($0 * 7 % items)) } },
        { nanoseconds(5) { objects.reflected(.touch($0 * 7 % (items / 4))) } },
        { nanoseconds(5) { objects.coded(.touch($0 * 7 % (items / 4))) } },
        { try Stopwatch.nanoseconds { blackHole(try encoder.hash(model)) } },
        { try Stopwatch.nanoseconds { blackHole(try encoder.hash(coded)) } })
      return stride(from: 0, to: samples.count, by: 2).map { Measurement(samples[$0], against: samples[$0 + 1]) }
    }
  }
}
