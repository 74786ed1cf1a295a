import StateTree

/// The JSON report, with the schema `reduxlog.benchmarks/1`.
struct JSONReport {
  static let schema = "reduxlog.benchmarks/1"

  let effort: Effort
  let rows: [Row]

  var json: JSONValue {
    [
      "schema": .string(JSONReport.schema),
      "build": .string(Effort.isDebugBuild ? "debug" : "release"),
      "effort": .string(effort.name),
      "rows": .array(rows.map(JSONReport.json)),
    ]
  }

  private static func json(_ row: Row) -> JSONValue {
    let rounds = row.measurement.rounds
    return [
      "name": .string(row.name),
      "unit": .string(row.description.unit),
      "value": number(row.measurement.value),
      "baseline": number(row.baseline),
      "ratio": number(row.ratio),
      "goal": row.description.goal.map { .string($0.text) } ?? .null,
      "met": row.isMet.map(JSONValue.bool) ?? .null,
      "rounds": .number(JSONNumber(rounds.count)),
      "spread": [
        "minimum": number(rounds.minimum), "maximum": number(rounds.maximum), "deviation": number(rounds.deviation),
      ],
      "summary": .string(row.description.summary),
      "against": row.description.baseline.map(JSONValue.string) ?? .null,
      "note": row.measurement.note.map(JSONValue.string) ?? .null,
    ]
  }

  private static func number(_ value: Double?) -> JSONValue {
    value.flatMap { JSONNumber($0) }.map(JSONValue.number) ?? .null
  }
}
