package import CommandLineKit
import ReduxJournal
import ReduxReplay
import SystemSupport

/// `generate-test`: turns a recorded session into a test.
package struct GenerateTestCommand: Command {
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

  package static let specification = CommandSpecification(
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
      HelpSection(
        "SPECIAL CASES",
        [
          "Warnings of SwiftPM":
            "It warns of files in a target that are neither sources nor resources. The test needs no resource: it finds "
            + "the journal beside its own file. Exclude it in the manifest if the warning disturbs you.",
          "Keyed journals": "The copy has no key, because a test has none.",
          "Rewinds": "The journal begins early enough for every state to which the test returns.",
          "Crashes": "A reducer that crashes ends the process of the test, and so fails it.",
        ])
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let options = try arguments.readingOptions(in: context)
    let journal = try OpenJournal(arguments.required(Self.journal), options: options, times: context.times)
    let file = journal.file
    let app = try context.apps.app(of: file)
    let type = try SwiftTypeName(app.swiftName, ofAppIn: file)
    let text = arguments.value(of: Self.expect)
    let expectation = try text.map { try Expectation(parsing: $0, of: Self.expect, at: nil, in: file, context.apps) }
    let isolation = ReducerIsolation(in: context, timeout: try arguments.timeout())
    defer { isolation.finish() }
    let scene = try TestScene(of: journal, expectation, app, options, isolation, in: context)

    let folder = try Self.folder(arguments.value(of: Self.output) ?? ".")
    let stem = Self.stem(of: file.path)
    let source = TestSource(
      journal: "\(stem).jsonl", app: type, expectation: text, summary: scene.summary)
    let style = arguments.value(of: Self.style).flatMap(TestStyle.init(rawValue:)) ?? .swiftTesting
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
    try code.write(Array(source.text(style).utf8))
    try copy.commit()
    try code.commit()
    for path in [paths.source, paths.journal] { try context.output.line("\(path)") }
    try context.note("\(scene.today)")
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
