import CommandLineKit
package import JSONQuery
package import ReducerIsolation
package import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// Judges states as today's reducers make them from a journal's actions. What was recorded doesn't matter.
package struct UncheckedSearch {
  /// Two neighbouring states in a history.
  struct Change {
    /// The last state that satisfies the condition; `nil` if none does.
    let good: Int?
    /// The next state, which doesn't.
    let bad: Int
  }

  private let file: JournalFile
  private let replayer: any AppReplayer
  private var judge: StateJudge

  package init(_ expectation: Expectation, in file: JournalFile, app: AppCatalog.App) throws {
    self.file = file
    replayer = app.replayer(of: file)
    judge = try StateJudge(expectation)
  }

  /// Whether the state with a seq satisfies the condition. O(n) in the size of the journal.
  package mutating func holds(at seq: Int) throws -> Bool {
    try judge.verdict(on: replayer.answer(judge.question, uncheckedAt: seq), of: seq, in: file) == .good
  }

  /// The queries that were evaluated and selected nothing in any state that was judged.
  package var queriesWithoutResults: [EmptyQuery] { judge.queriesWithoutResults }

  /// Returns the state with a seq as JSON text.
  package func state(at seq: Int) throws -> [UInt8] { try replayer.text(at: seq, with: ActionEdits()) }

  /// Returns warnings about the values that the condition reads in a state.
  package func caveats(at seq: Int) throws -> [String] {
    try judge.caveats(on: JSONDocument(state(at: seq)).root, of: seq, in: file)
  }

  /// Returns a change from a good state to a bad one in the history of a bad state, by halving it.
  mutating func change(before bad: Int) throws -> Change? {
    let seqs = try History.Way(of: file, to: bad).stretches.flatMap { Array($0.seqs) }
    guard let first = seqs.first else { return nil }
    var (low, high) = (0, seqs.count - 1)
    guard high > 0, try holds(at: first) else { return Change(good: nil, bad: first) }
    while high - low > 1 {
      let middle = (low + high) / 2
      if try holds(at: seqs[middle]) { low = middle } else { high = middle }
    }
    return Change(good: seqs[low], bad: seqs[high])
  }
}

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
    let identity = PointerPatterns(file.identity())
    let replayer = app.replayer(of: file)
    let before = try? JSONDocument(replayer.text(at: since, by: nil)).root
    let recorded = DivergentStates.recorded(at: seq, in: file)
    let replayed = try? JSONDocument(replayer.text(at: seq, with: ActionEdits())).root
    if case .action(let record)? = try? file.entry(settingSeq: seq)?.record {
      call = ActionLine(columns: Self.columns, room: Self.columns).call(record).plain
    } else {
      call = nil
    }
    if let recorded, let replayed {
      differences = Self.lines(from: recorded, to: replayed, by: identity, as: "recorded → today")
    } else {
      let today = before.flatMap { before in
        replayed.map { Self.lines(from: before, to: $0, by: identity, as: "today's change") }
      }
      differences = divergence.differences.map(\.plain) + (today ?? [])
    }
    evidence = [(since, "before", before), (seq, "recorded", recorded), (seq, "today", replayed)].compactMap {
      seq, what, state in
      guard let state else { return nil }
      let text = JSONPrinter.bytes(of: state.value) + [UInt8(ascii: "\n")]
      return ReplayCheck.Finding.Evidence(name: "\(check.stem) state \(seq) \(what).json", bytes: text)
    }
  }

  /// The state that was recorded, if a snapshot or patches show it.
  private static func recorded(at seq: Int, in file: JournalFile) -> JSONNode? {
    guard let text = try? StateLookup(file: file, apps: AppCatalog(), asRecorded: true).text(at: seq) else {
      return nil
    }
    return try? JSONDocument(text).root
  }

  private static func lines(
    from old: JSONNode, to new: JSONNode, by identity: PointerPatterns, as title: String
  ) -> [String] {
    let changes = ChangeList(from: old, to: new, by: identity)
    var lines = changes.lines(indent: "  ", columns: columns).prefix(shownDifferences).map(\.plain)
    let rest = changes.changes.count - lines.count
    if rest > 0 { lines.append("  … and \(rest) more") }
    return ["\(title):"] + (lines.isEmpty ? ["  nothing"] : lines)
  }
}
