import CommandLineKit
import ReduxNotation
import StateTree

/// Where two builds first differ in many journals, grouped by the type of action and the place.
struct DriftReport: ResultReport {
  private typealias First = (path: String, seq: Int, place: StateDifference.Place)

  private(set) var results: [DriftResult] = []
  private var groups = PlaceGroups<First>()

  mutating func add(_ result: DriftResult) {
    results.append(result)
    guard case .differs(let difference) = result.outcome else { return }
    groups.add(
      difference.places.map { ($0.pointer, (result.path, difference.seq, $0)) }, after: difference.type)
  }

  private func count(_ status: String) -> Int { results.count { $0.status == status } }

  /// The highest exit code of all journals.
  var exitCode: ExitCode { results.map(\.exitCode).max() ?? .fine }

  /// Prints why journals couldn't be compared to the error output.
  func explain(in context: CommandContext) throws {
    for result in results { try result.explain(in: context) }
  }

  // MARK: For people

  func write(in context: CommandContext) throws {
    let output = context.output
    let differing = count("differs") + count("fails")
    let total = results.count.counted("journal")
    if differing > 0 {
      try output.line("\("differ", .removed): \(differing) of \(total)")
    } else if count("same") > 0 {
      try output.line("\("same", .added): 0 of \(total) \(results.count == 1 ? "differs" : "differ")")
    } else {
      try output.line("\("not compared", .warning): \(total)")
    }
    for group in groups.sorted {
      let place = group.pointer.map { $0.isEmpty ? "(the whole state)" : $0 } ?? ""
      try output.line(
        "  \(group.journals) after \(group.type ?? "a state without an action", .label) at \(place, .key)")
      try output.line("    first in \(group.first.path)@\(group.first.seq):")
      for line in ChangeList([group.first.place.change]).lines(indent: "      ", columns: output.width) {
        try output.line(line)
      }
    }
    for result in results {
      guard case .fails(let build, let failure) = result.outcome else { continue }
      try output.line("  only the \(build.rawValue) build fails: \(failure.file ?? result.path): \(failure.message)")
    }
    let unread = count("failed") + count(MissingResult.status)
    if unread > 0, differing + count("same") > 0 {
      try output.line("  \("not compared", .warning): \(unread.counted("journal"))")
    }
    let schemas = count("schema")
    guard schemas > 0, case .schema(let old, let new)? = results.first(where: { $0.status == "schema" })?.outcome else {
      return
    }
    try output.line(
      "  \(schemas.counted("journal")) not compared: the old build has states of schema \(name(old)), the new one of schema \(name(new))"
    )
  }

  private func name(_ schema: Int?) -> String { schema.map(String.init) ?? "0" }

  // MARK: JSON

  func json(in context: CommandContext) -> JSONValue {
    JSONReport.object(
      schema: "reduxlog.drift/1",
      [
        "journals": JSONValue(results.count), "differing": JSONValue(count("differs") + count("fails")),
        "groups": .array(
          groups.sorted.map { group in
            JSONReport.object([
              "type": group.type.map { .string($0) }, "pointer": group.pointer.map { .string($0) },
              "journals": JSONValue(group.journals),
              "first": JSONReport.object([
                "file": .string(group.first.path), "seq": JSONValue(group.first.seq), "old": group.first.place.old,
                "new": group.first.place.new,
              ]),
            ])
          }),
        "results": .array(results.map(\.json)),
      ])
  }
}
