import CommandLineKit
import ReduxJournal
import ReduxNotation
import StateTree

extension ResultLine {
  /// Returns the verdict that an index shows of a journal first.
  static func json(_ verdict: Verdict) -> JSONValue {
    JSONReport.object([
      "judgement": .string(verdict.judgement.rawValue), "headline": .string(verdict.headline),
      "text": .string(verdict.sentences),
    ])
  }

  /// The last session of a journal; `nil` if its header can't be read.
  static func session(ofJournalAt path: String, options: JournalReader.Options) -> JSONValue? {
    guard let header = try? JournalFile(path: path, options: options).lastHeader().header else { return nil }
    return JSONReport.object([
      "app": .string(header.app.name), "version": header.app.version.map { .string($0) },
      "started": JSONValue(microsecondsSince1970: header.started.microseconds),
    ])
  }
}

extension ReportIndex.Row {
  /// The row of a result line.
  init(_ result: RecordedResult) {
    let verdict = result.value["verdict"]
    let problems = result.problems.map(\.message).joined(separator: ". ")
    self.init(
      path: result.path,
      judgement: verdict?["judgement"]?.string.flatMap(Verdict.Judgement.init) ?? Self.judgement(of: result),
      headline: verdict?["headline"]?.string ?? Self.headlines[result.status] ?? result.status,
      details: verdict?["text"]?.string ?? (problems.isEmpty ? result.summary ?? "" : problems))
    // Otherwise, verify didn't count all.
    if ["ok", "intact", "unproven"].contains(result.status) { actions = result.json["actions"]?.integer }
    let session = result.value["session"]
    let names = [session?["app"]?.string, session?["version"]?.string].compactMap(\.self)
    app = names.isEmpty ? nil : names.joined(separator: " ")
    started = session?["started"]?.string.flatMap(TimeFormat.utc.parse)
  }

  private static let headlines = [
    "ok": "All conditions hold", "violated": "A condition is violated", "unknown": "Not every condition is decided",
    MissingResult.status: "No result",
  ]

  private static func judgement(of result: RecordedResult) -> Verdict.Judgement {
    switch result.status {
    case "unknown", "stopped", MissingResult.status: .open
    default: result.exitCode == .fine ? .fine : .wrong
    }
  }
}
