import ReduxJournal
import StateTree

extension HistoryReport {
  var json: JSONValue {
    get throws {
      let counts = comparison.counts
      let fork = comparison.actionFork
      let isForked = !comparison.alignment.hunks.isEmpty
      return JSONReport.object(
        schema: "reduxlog.history-diff/1",
        [
          "from": json(of: old), "to": json(of: new), "equal": .bool(comparison.isEqual),
          "common": JSONValue(comparison.commonCount), "removed": JSONValue(counts.removed),
          "added": JSONValue(counts.added), "changed": JSONValue(counts.changed),
          "approximate": comparison.alignment.isApproximate ? true : .none,
          "fork": isForked
            ? JSONReport.object(["from": fork.old.map { JSONValue($0) }, "to": fork.new.map { JSONValue($0) }]) : .none,
          "states": try statesJSON,
          "differences": .array(try comparison.alignment.hunks.flatMap(differences).map(json)),
        ])
    }
  }

  private func json(of history: RecordedHistory) -> JSONValue {
    JSONReport.object([
      "journal": .string(history.file.path), "first": JSONValue(history.start.seq),
      "seq": JSONValue(history.states.last?.seq ?? history.start.seq), "actions": JSONValue(history.actionCount),
    ])
  }

  private var statesJSON: JSONValue {
    get throws {
      let fork = try comparison.stateFork.map { fork in
        JSONReport.object([
          "from": JSONValue(fork.old.seq), "to": JSONValue(fork.new.seq),
          "places": .array(
            try places(of: fork).map {
              JSONReport.object(["pointer": .string($0.pointer), "from": .string($0.old), "to": .string($0.new)])
            }),
        ])
      }
      return JSONReport.object(["compared": JSONValue(comparison.comparedStates), "fork": fork])
    }
  }

  private func json(of difference: Difference) throws -> JSONValue {
    switch difference {
    case .removed(let index):
      let seq = old.states[index].seq
      return JSONReport.object(["from": JSONValue(seq), "type": try old.file.action(seq).map { .string($0.type) }])
    case .added(let index):
      let seq = new.states[index].seq
      return JSONReport.object(["to": JSONValue(seq), "type": try new.file.action(seq).map { .string($0.type) }])
    case .changed(let index, let other):
      let seq = old.states[index].seq
      return JSONReport.object([
        "from": JSONValue(seq), "to": JSONValue(new.states[other].seq),
        "type": try old.file.action(seq).map { .string($0.type) },
        "patch": try changes(index, other).patch.json,
      ])
    }
  }
}
