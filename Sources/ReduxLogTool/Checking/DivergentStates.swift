import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// The states around a divergence, as far as the journal and today's reducers show them.
struct DivergentStates {
  private static let shownDifferences = 20
  private static let columns = 120

  /// The action, as people read it.
  let call: String?
  /// The differences, one place a line.
  let differences: [String]
  /// The states as JSON documents.
  let evidence: [ReplayCheck.Finding.Evidence]

  init(_ divergence: Divergence, in check: ReplayCheck) {
    guard let file = try? JournalFile(path: check.path, options: check.options), let app = try? check.apps.app(of: file)
    else {
      (call, differences, evidence) = (nil, divergence.differences.map(\.plain), [])
      return
    }
    let (seq, since) = (divergence.seq, divergence.since)
    let before = try? JSONDocument(app.state(at: since, in: file)).root
    let recorded = DivergentStates.recorded(at: seq, in: file)
    let replayed = try? JSONDocument(app.state(at: seq, with: ActionEdits(), in: file)).root
    if case .action(let record)? = try? file.entry(settingSeq: seq)?.record {
      call = ActionLine(columns: Self.columns, room: Self.columns).call(record).plain
    } else {
      call = nil
    }
    if let recorded, let replayed {
      differences = Self.lines(from: recorded, to: replayed, as: "recorded → today")
    } else {
      let today = before.flatMap { before in replayed.map { Self.lines(from: before, to: $0, as: "today's change") } }
      differences = divergence.differences.map(\.plain) + (today ?? [])
    }
    evidence = [(since, "before", before), (seq, "recorded", recorded), (seq, "today", replayed)].compactMap {
      seq, what, state in
      guard let state else { return nil }
      let text = JSONPrinter.text(of: state.value, layout: .indented) + "\n"
      return ReplayCheck.Finding.Evidence(name: "\(check.stem) state \(seq) \(what).json", bytes: Array(text.utf8))
    }
  }

  /// The state that was recorded, if a snapshot or patches show it.
  private static func recorded(at seq: Int, in file: JournalFile) -> JSONNode? {
    guard let text = try? StateLookup(file: file, apps: AppCatalog(), asRecorded: true).text(at: seq) else {
      return nil
    }
    return try? JSONDocument(text).root
  }

  private static func lines(from old: JSONNode, to new: JSONNode, as title: String) -> [String] {
    let changes = ChangeList(JSONPatch.changes(from: old, to: new))
    var lines = changes.lines(indent: "  ", columns: columns).prefix(shownDifferences).map(\.plain)
    let rest = changes.changes.count - lines.count
    if rest > 0 { lines.append("  … and \(rest) more") }
    return ["\(title):"] + (lines.isEmpty ? ["  nothing"] : lines)
  }
}
