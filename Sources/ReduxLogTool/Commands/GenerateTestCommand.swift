import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateTree
import SystemSupport

/// `generate-test`: turns a recorded session into a test.
struct GenerateTestCommand: Command {
  private static let journal = ArgumentSpecification(
    "FILE[@REV]", help: "A journal, and the last state that the test needs, or a range of states. See 'help revisions'."
  )
  private static let expect = OptionSpecification(
    "expect", value: "EXPR",
    help:
      "The condition that the last state must satisfy, or check:NAME for a check of the app. See 'help expressions'.")
  private static let style = OptionSpecification(
    "style", value: "STYLE", allowedValues: TestStyle.allCases.map(\.rawValue),
    help: "swift-testing or xctest (default: swift-testing).")
  private static let output = OptionSpecification.output("The folder to write to (default: .).", value: "DIR")

  static let specification = CommandSpecification(
    name: "generate-test",
    abstract: "Turn a recorded session into a test.",
    traits: [.readsJournal, .needsReducers],
    overview: """
      generate-test writes a Swift file with one test and, beside it, the journal that the test reads, cut to what it
      needs: up to state REV, from the last state before it that no action set, such as a session's start.

      With --expect, the test replays the actions with your reducers and checks the last state, whatever was recorded.
      So it fails as long as the bug is there, and passes when you have mended it. Without --expect, it passes if your
      reducers lead to every recorded state; without REV, the journal then ends with the first state that differs.

      The test target must depend on the product ReduxLogTesting and on the module of your app.
      """,
    examples: [
      .init("generate-test bug.jsonl --expect '$.total >= 0' -o Tests/CartTests", "a bug that a tester found"),
      .init("generate-test bug.jsonl@57 --expect 'check:total adds up'", "with a check in the app's code"),
      .init("generate-test run.jsonl --style xctest -o Tests/CartTests", "a session that must lead where it led"),
    ],
    arguments: [journal],
    options: [expect, style, output, .force, .timeout, .maximumLine],
    sections: [
      .specialCases([
        "Warnings of SwiftPM":
          "It warns of files in a target that are neither sources nor resources. The test needs no resource: it finds "
          + "the journal beside its own file. Exclude it in the manifest if the warning disturbs you.",
        "Keyed journals": "The copy has no key, because a test has none.",
        "Rewinds": "The journal begins early enough for every state to which the test returns.",
        "Crashes": "A reducer that crashes ends the process of the test, and so fails it.",
      ])
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.journal), options: options, times: context.times)
    let file = journal.file
    let app = try context.apps.app(of: file)
    let type = try SwiftTypeName(String(reflecting: app.type), ofAppIn: file)
    let text = arguments.value(of: Self.expect)
    let expectation = try text.map { try Expectation(parsing: $0, of: Self.expect, at: nil, in: file, context.apps) }
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    let scene = try TestScene(of: journal, expectation, app, isolation, in: context)

    let folder = try Self.folder(arguments.value(of: Self.output) ?? ".")
    let stem = Self.stem(of: file.path)
    let style = arguments.value(of: Self.style).flatMap(TestStyle.init(rawValue:)) ?? .swiftTesting
    let source = TestSource(journal: "\(stem).jsonl", app: type, expectation: text)
    let paths = (journal: "\(folder)\(stem).jsonl", source: "\(folder)\(source.name)Tests.swift")
    guard !Platform.isSameFile(paths.journal, file.path) else {
      throw CommandFailure(
        "the journal's copy would replace it", file: file.path, advice: "Name another folder with -o DIR.",
        exitCode: .usage)
    }
    let force = arguments.has(.force)
    let (copy, code) = (
      try OutputFile(path: paths.journal, force: force), try OutputFile(path: paths.source, force: force)
    )
    CrashReporter.note(copy)
    CrashReporter.note(code)
    try scene.cut(to: copy, context.apps)
    let verdict = try scene.verdict(on: copy, isolation, in: context)
    try code.write(Array(source.text(style, summary: verdict.summary).utf8))
    try copy.commit()
    try code.commit()
    for path in [paths.source, paths.journal] { try context.output.line("\(path)") }
    try context.note("\(verdict.today)")
    try context.note(inFlightAfter: scene.last, of: file)
    return .fine
  }

  /// The folder with its slash, which is created unless it exists.
  private static func folder(_ path: String) throws -> String {
    if !Platform.isFolder(path) {
      do { try Platform.makeFolder(path) } catch { throw CommandFailure("can't create the folder '\(path)': \(error)") }
    }
    return path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
  }

  private static func stem(of path: String) -> String {
    let name = path.split(separator: "/").last ?? "session"
    return String(name.hasSuffix(".jsonl") ? name.dropLast(6) : name)
  }
}

/// The part of a journal that a generated test needs, and what the test says today.
struct TestScene {
  private let file: JournalFile
  private let seqs: ClosedRange<Int>
  /// The last state.
  var last: Int { seqs.upperBound }
  /// `nil` until the part is verified.
  private var verdict: Verdict?

  struct Verdict {
    /// A summary of the session in a sentence with a full stop.
    let summary: String
    /// Whether the test passes today, in a sentence without a full stop.
    let today: String
  }

  init(
    of journal: OpenJournal, _ expectation: Expectation?, _ app: AppCatalog.App, _ isolation: ReducerIsolation,
    in context: CommandContext
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
    if let expectation {
      var search = try UncheckedSearch(expectation, in: file, app: app)
      let holds = try search.holds(at: end)
      verdict = Verdict(
        summary:
          "State \(end) of \(file.name), which \(holds ? "satisfied" : "didn't satisfy") the condition when this was "
          + "written.",
        today: "the test \(holds ? "passes" : "fails") today: state \(end) \(expectation.predicate(holds))")
      try context.warn(ofEmpty: search.queriesWithoutResults, ofStates: "looked at", of: file) {
        try JSONDocument(search.state(at: end)).root
      }
      try search.caveats(at: end).forEach { try context.note("\(file.path): note: \($0)") }
    } else if case .whole = journal.selection {
      verdict = try Self.verify(JobInput(file), of: file, end: &end, isolation, in: context)
    }
    if start == nil, case .whole = journal.selection, expectation == nil, try end == journal.resolver.lastSeq() {
      start = journal.resolver.first
    }
    seqs = try (start ?? TestScene.start(of: file, to: end))...end
  }

  /// Says what the test says today: for a part, whether it is proven, whatever the rest of the journal holds.
  ///
  /// - Parameters:
  ///   - copy: The part.
  ///   - isolation: The process to verify it in.
  ///   - context: The command's surroundings.
  /// - Returns: The verdict.
  /// - Throws: `CommandFailure` if the part can't be verified, or isn't proven.
  func verdict(on copy: OutputFile, _ isolation: ReducerIsolation, in context: CommandContext) throws -> Verdict {
    if let verdict { return verdict }
    var end = last
    // The copy has no key.
    let options = JournalReader.Options(maximumLineBytes: file.options.maximumLineBytes)
    return try Self.verify(
      JobInput(path: copy.temporaryPath, options: options), of: file, end: &end, isolation, in: context)
  }

  /// Verifies a journal, or a part of it; `end` becomes the first state that differs, if that comes before.
  private static func verify(
    _ input: JobInput, of file: JournalFile, end: inout Int, _ isolation: ReducerIsolation, in context: CommandContext
  ) throws -> Verdict {
    var progress = context.progress("Verifying")
    let verification = try isolation.verify(VerifyJob(input)) { try progress.update($0) }
    try progress.finish()
    switch verification.outcome {
    case .diverged(let divergence):
      end = min(end, divergence.seq)
      return Verdict(
        summary: "\(file.name), whose state \(divergence.seq) differed when this was written.",
        today: "the test fails today: \(divergence.message)")
    case .ok, .intact:
      return Verdict(
        summary: "\(file.name), which led to each recorded hash up to state \(end) when this was written.",
        today: "the test passes today")
    case .crashed(let crash):
      return Verdict(
        summary: "\(file.name), whose reducer crashed when this was written.",
        today: "the test fails today: \(crash.failure.message)")
    case .impure, .unproven, .schema, .failed:
      var failure = verification.failure ?? CommandFailure("the journal can't be verified", file: file.path)
      // Lines are those of the copy.
      if input.path != file.path { (failure.file, failure.line) = (file.path, nil) }
      if !failure.isDamage {
        failure.advice = "With --expect, the test judges the last state by a condition instead."
      }
      throw failure
    }
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

extension JournalFile {
  /// The name of the file.
  fileprivate var name: String { String(path.split(separator: "/").last ?? "") }
}
