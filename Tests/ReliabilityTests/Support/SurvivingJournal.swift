import RecordingChild
import ReduxJournal
import ReduxReplay
import StateCoding

/// The contents of a journal of `StepsApp` after a fault, read with every check and replayed.
struct SurvivingJournal {
  /// The result of the full replay.
  let report: VerifyReport
  /// The numbers of the completed actions, in file order.
  private(set) var completed: [Int] = []
  /// The numbers of the actions that were running when a process died.
  private(set) var interrupted: [Int] = []
  /// The number of records of each kind.
  private(set) var kinds: [String: Int] = [:]
  /// The gaps, in order.
  var gaps: [VerifyReport.Gap] { report.gaps }
  /// The number of missing actions that the gaps count.
  var missing: Int { gaps.reduce(0) { $0 + ($1.missing ?? 0) } }
  /// The end of the journal.
  let tail: JournalTail
  /// The number of files.
  let segmentCount: Int
  /// The last state, if it is known.
  let state: StepsApp.State?

  /// - Throws: `JournalError` or `ReplayError` if any of it can't be read; `StateTree`'s errors if an action isn't one
  ///   of the app.
  init(_ path: String) throws {
    let replayer = try Replayer<StepsApp>(path: path)
    report = try replayer.verify()
    tail = try replayer.file.tail
    segmentCount = replayer.file.segmentPaths.count
    let reader = try JournalReader(path: path)
    var isKnown = false
    while let entry = try reader.next() {
      kinds[entry.record.kind, default: 0] += 1
      if entry.setsState { isKnown = entry.record.hash != nil }
      guard case .action(let action) = entry.record else { continue }
      // A line torn in the middle of a write may have the hash but not the end.
      if action.interrupted { isKnown = false }
      let number = try SurvivingJournal.number(of: action)
      if action.interrupted { interrupted.append(number) } else { completed.append(number) }
    }
    state = try isKnown ? report.lastSeq.map { try replayer.state(at: $0) } : nil
  }

  /// The action in flight at the end, if it has a name.
  func inFlight() throws -> Int? {
    guard case .torn(let torn) = tail, let action = torn.action else { return nil }
    return try SurvivingJournal.number(of: action)
  }

  /// Whether the bytes after the last line end name no action.
  var isCutShort: Bool {
    guard case .torn(let torn) = tail else { return false }
    return torn.action == nil && !torn.isWhole
  }

  /// Whether every rebuilt state has the recorded hash.
  var isProven: Bool { report.divergence == nil }

  /// Whether the last session has a seal.
  var isClosed: Bool { report.tail.isClosed }

  private static func number(of record: ActionRecord) throws -> Int {
    switch try StateDecoder().decode(StepsApp.Action.self, from: record.action) {
    case .step(let number), .text(let number, _), .misfortune(let number, _): number
    }
  }
}
