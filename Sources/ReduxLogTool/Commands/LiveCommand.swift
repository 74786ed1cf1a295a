import CommandLineKit
import LiveHost
import LiveProtocol
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxRecorder
import ReduxViews
import StateTree
import Synchronization
import SystemSupport

/// `live`: watches and drives running apps.
struct LiveCommand: Command {
  static let port = OptionSpecification(
    "port", value: "N", help: "Listen on port N of the loopback address (default: any that is free).")
  static let output = OptionSpecification.output(
    "Keep the journals in the folder DIR (default: a new temporary folder).", value: "DIR")
  static let demo = OptionSpecification("demo", help: "Start a sample app in this terminal, a list of things to do.")
  static let command = ArgumentSpecification(
    "COMMAND", arity: .rest(after: "--"),
    help: "The app to start, with the variables set. When it ends, live ends with its exit code.")

  static let specification = CommandSpecification(
    name: "live",
    abstract: "Watch and drive an app while it runs.",
    traits: [],
    overview: """
      live waits for apps that have a LiveSession, keeps a copy of each one's journal, and prints its actions as
      'log --follow' does. It prints the address of a page that shows the journal as it grows, and makes the app show an
      earlier state, return, resume, leave actions out, and dispatch others.

      Only a debug build connects, and only with the two variables that live prints. Start the app after '--', or put the
      variables into its scheme. Ctrl-C ends live and leaves the copies, which are ordinary journals.
      """,
    examples: [
      .init("live --demo", "try it with a sample app"),
      .init("live -- swift run MyApp", "start the app and watch it"),
      .init("live --port 7300 -o Journals", "wait for apps at that port, and keep their journals there"),
    ],
    arguments: [command],
    options: [demo, port, output, .relative, .utc],
    rules: [
      .relativeTimes,
      OptionRule {
        $0.has(demo) && !$0[command].isEmpty ? "'\(demo.spelling)' has its own app, so it takes no COMMAND" : nil
      },
    ],
    sections: [
      HelpSection(
        "HTTP",
        [
          "POST /stream":
            "A response without end: the journals, and the bytes of one if the body is {\"journal\": ID}, as they come. "
            + "docs/guides/live.md describes the events.",
          "GET /journals": "The journals: their copies, and the app while it is connected.",
          "POST /commands":
            "{\"do\": \"show\", \"seq\": 12} makes the app show state 12. Others: \"head\", \"resume\", \"toggle\" with a "
            + "seq, \"open\" with a state, \"dispatch\" with an action, \"mark\" with a name, \"status\". With several apps, add "
            + "the \"journal\". The answer says what the app shows now, or the \"failure\".",
        ],
        note:
          "Each request but that of the page needs the header 'Authorization: Bearer TOKEN', with the token of the address."
      ),
      .specialCases([
        "Restarting live":
          "If REDUXLOG_LIVE_KEY is set, live takes its key instead of a new one. With --port, apps that run find it again, "
          + "and the copies go on where they ended.",
        "The demo without live":
          "If REDUXLOG_LIVE is set, 'live --demo' is only the app, such as for a live in another terminal.",
        "A killed app":
          "live reads from the app's journal what the app could no longer send, so the copy names the action that killed it.",
      ]),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    if arguments.has(Self.demo), try runDemo(in: context) { return .fine }
    let folder = try folder(arguments, in: context)
    let server = try server(arguments, folder, in: context)
    var run = LiveRun(server: server, context: context)
    // The demo has the terminal for itself.
    run.isSilent = arguments.has(Self.demo)
    let app = try start(arguments, server, in: context)
    defer { app?.removeJournal() }
    if app == nil { try introduce(server, in: context) }
    do {
      while !context.interruption.isRequested, app?.hasEnded != true { try run.serve(for: .milliseconds(50)) }
    } catch  where isInterrupt(error) {
      // A write noticed it first.
    }
    let isInterrupted = app?.hasEnded != true
    context.interruption.acknowledge()
    let end = Platform.nanoseconds() + 2_000_000_000
    func complete() throws {
      // An interrupt from the keyboard reaches the app, too. It may close its journal.
      while let app, !app.hasEnded, Platform.nanoseconds() < end { try run.serve(for: .milliseconds(50)) }
      try run.finish()
      server.completeCopies()
      if run.hasSeenApp { try context.note("The journals are in \(folder)") }
    }
    do { try complete() } catch  where isInterrupt(error) {
      // A stream that an interrupt has stopped takes no more lines, but the copies go on.
      context.interruption.acknowledge()
      run.isSilent = true
      try complete()
    }
    // Only an empty folder is removed.
    if arguments.value(of: Self.output) == nil { Platform.removeFolder(folder) }
    let code = isInterrupted ? .fine : ExitCode(rawValue: app?.end?.shellStatus ?? 0)
    if app != nil, !run.hasSeenApp {
      let failure = CommandFailure(
        "'\(arguments[Self.command].first ?? Self.demo.spelling)' ended without connecting",
        advice: "It needs a LiveSession, and must be a debug build: see docs/guides/live.md.")
      if code == .fine { throw failure }
      try context.report(failure.report(tool: context.toolName))
    }
    return code
  }

  private func isInterrupt(_ error: any Error) -> Bool {
    error is Interrupted || (error as? OutputError) == .interrupted
  }

  private func folder(_ arguments: ParsedArguments, in context: CommandContext) throws -> String {
    guard let folder = arguments.value(of: Self.output) else {
      return try context.makeTemporaryFolder("reduxlog-live-")
    }
    if Platform.isFolder(folder) { return folder }
    do { try Platform.makeFolder(folder) } catch {
      throw CommandFailure("can't create the folder: \(error)", file: folder)
    }
    return folder
  }

  private func server(
    _ arguments: ParsedArguments, _ folder: String, in context: CommandContext
  ) throws -> LiveServer {
    let port = UInt16(try arguments.integer(of: Self.port, in: 1...65535) ?? 0)
    var key: JournalKey?
    if let digits = context.environment[LiveAddress.keyVariable], !digits.isEmpty {
      do { key = try JournalKey(digits: digits) } catch {
        throw UsageError("the variable \(LiveAddress.keyVariable): \(error)")
      }
    }
    do {
      return try LiveServer(
        port: port, key: try key ?? JournalKey(bytes: LiveHandshake.random()), folder: folder, page: page())
    } catch let error as Platform.SystemError {
      throw CommandFailure("can't listen on 127.0.0.1:\(port): \(error)", advice: "Choose another --port.")
    }
  }

  private func page() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let page = JournalPage(title: "live – reduxlog", for: .live) { bytes += $0 }
    try page.begin()
    try page.end(content: "<p>This page needs JavaScript.</p>")
    return bytes
  }

  private func introduce(_ server: LiveServer, in context: CommandContext) throws {
    try context.note(
      """
      Waiting for apps. Set these variables for a debug build with a LiveSession:
        \(LiveAddress.variable)=127.0.0.1:\(server.port)
        \(LiveAddress.keyVariable)=\(server.key.digits)
      """)
    try note(server, in: context)
  }

  private func note(_ server: LiveServer, in context: CommandContext) throws {
    try context.note(
      "Open http://127.0.0.1:\(server.port)/#token=\(server.token)")
  }

  // MARK: The app

  /// An app that this tool started.
  private final class StartedApp: Sendable {
    private let ended = Mutex<Platform.ProcessEnd?>(nil)
    /// The journal of the demo, in a folder of its own. The copy stays.
    private let journal: String?
    /// How it ended; `nil` while it runs.
    var end: Platform.ProcessEnd? { ended.withLock { $0 } }
    var hasEnded: Bool { end != nil }

    init(_ process: Int32, journal: String?) {
      self.journal = journal
      Platform.onNewThread { [self] in
        let end = Platform.wait(for: process)
        ended.withLock { $0 = end }
      }
    }

    func removeJournal() {
      guard let journal else { return }
      Platform.removeFile(journal)
      Platform.removeFolder(Platform.folder(of: journal))
    }
  }

  private func start(
    _ arguments: ParsedArguments, _ server: LiveServer, in context: CommandContext
  ) throws -> StartedApp? {
    let isDemo = arguments.has(Self.demo)
    let words = isDemo ? [context.toolName, "live", Self.demo.spelling] : arguments[Self.command]
    guard let name = words.first else { return nil }
    var environment = context.environment
    environment[LiveAddress.variable] = "127.0.0.1:\(server.port)"
    environment[LiveAddress.keyVariable] = server.key.digits
    var journal: String?
    if isDemo {
      journal = try "\(context.makeTemporaryFolder("reduxlog-demo-"))/todo.jsonl"
      environment[Recorder.environmentVariable] = journal
    }
    try note(server, in: context)
    do {
      return StartedApp(
        try Platform.start(isDemo ? Platform.ownExecutable : name, words, environment: environment), journal: journal)
    } catch { throw CommandFailure("can't start '\(name)': \(error)") }
  }

  /// Runs the demo's app, if this is its process; returns whether it is.
  private func runDemo(in context: CommandContext) throws -> Bool {
    guard context.isolatesReducers else {
      throw UsageError("'\(Self.demo.spelling)' needs a process for the app, which only the command line starts")
    }
    let address: LiveAddress?
    do throws(LiveAddressError) { address = try LiveAddress { context.environment[$0] } } catch {
      throw UsageError("\(error)")
    }
    guard let address else { return false }
    let journal =
      try context.environment[Recorder.environmentVariable]
      ?? "\(context.makeTemporaryFolder("reduxlog-demo-"))/todo.jsonl"
    var run = try DemoRun(recordingTo: journal, for: address, in: context)
    try run.run()
    return true
  }
}
