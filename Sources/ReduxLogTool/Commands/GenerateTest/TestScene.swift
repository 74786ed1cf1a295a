import CommandLineKit
import ReduxJournal
import ReduxReplay

/// The part of a journal that a generated test needs, and what the test says today.
struct TestScene {
  private let file: JournalFile
  private let seqs: ClosedRange<Int>
  /// A summary of the session in a sentence with a full stop.
  let summary: String
  /// Whether the test passes today, in a sentence without a full stop.
  let today: String

  /// - Throws: `CommandFailure` for a revision that doesn't exist, and what the replay throws.
  init(
    of journal: OpenJournal, _ expectation: Expectation?, _ app: any AppDriver, _ options: JournalReader.Options,
    _ isolation: ReducerIsolation, in context: CommandContext
  ) throws {
    let file = journal.file
    self.file = file
    var end: Int
    var start: Int?
    switch journal.selection {
    case .whole: end = try journal.resolver.lastSeq()
    case .revision(let revision): end = try journal.resolver.seq(of: revision)
    case .range(let first, let last):
      let range = try journal.resolver.range(from: first, to: last)
      (start, end) = (range.lowerBound, range.upperBound)
    }
    _ = try journal.resolver.entry(settingKnown: end)
    let name = file.path.split(separator: "/").last ?? ""
    if let expectation {
      var search = try UncheckedSearch(expectation, in: file, app: app)
      let holds = try search.holds(at: end)
      summary =
        "State \(end) of \(name), which \(holds ? "satisfied" : "didn't satisfy") the condition when this was written."
      today =
        holds
        ? "the test passes today: state \(end) \(expectation.predicate(true))"
        : "the test fails today: state \(end) \(expectation.predicate(false))"
      try search.caveats(at: end).forEach { try context.note("\(file.path): note: \($0)") }
    } else {
      let job = ReplayJob(path: file.path, .verify, options: options, threads: 1)
      var progress = context.progress("Verifying")
      let verification = try isolation.verify(job) { try progress.update($0) }
      try progress.finish()
      switch verification.outcome {
      case .diverged(let divergence) where divergence.seq <= end:
        if case .whole = journal.selection { end = divergence.seq }
        summary = "\(name), whose state \(divergence.seq) differed when this was written."
        today = "the test fails today: \(divergence.message)"
      // The copy has no key.
      case .ok, .intact, .diverged:
        summary = "\(name), which led to every recorded state when this was written."
        today = "the test passes today"
      case .crashed(let crash):
        summary = "\(name), whose reducer crashed when this was written."
        today = "the test fails today: \(crash.failure.message)"
      case .impure, .unproven, .schema, .failed:
        throw verification.failure ?? CommandFailure("the journal can't be verified", file: file.path)
      }
    }
    if start == nil, case .whole = journal.selection, expectation == nil, try end == journal.resolver.lastSeq() {
      start = journal.resolver.first
    }
    seqs = try (start ?? TestScene.start(of: file, to: end))...end
  }

  /// The last state that no action set in the history of a state, and that the history doesn't leave again.
  private static func start(of file: JournalFile, to end: Int) throws -> Int {
    var history = try History(of: file, to: end)
    var start = end
    while let stretch = try history.next() {
      start = stretch.seqs.lowerBound
      guard case .jump = stretch.origin else { break }
    }
    return start
  }

  /// Writes the part.
  func cut(to output: OutputFile, _ apps: AppCatalog) throws {
    let states = StateLookup(file: file, apps: apps, asRecorded: true)
    var place: (any AppStates)?
    var slice = JournalSlice(of: file, seqs: seqs)
    _ = try slice.run(
      state: { seq in
        let text = try states.text(at: seq, from: &place)
        return (text, try states.hash(at: seq) ?? states.hash(of: text, at: seq))
      },
      write: { try output.write($0) })
  }
}
