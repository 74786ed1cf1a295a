import CommandLineKit
import LiveHost
import ReduxInspection
import ReduxJournal
import SystemSupport

/// A running `live`: what has been printed of each app's journal.
struct LiveRun {
  let server: LiveServer
  let context: CommandContext
  /// The listings of the journals, with the number of bytes that they have listed. A journal that continues an earlier copy has no listing at first.
  private var listings: [JournalID: (run: LogRun?, byteCount: Int)] = [:]
  /// The reasons of refusals that were printed: an app that is refused tries again and again.
  private var refusals: Set<String> = []
  /// The app whose actions were printed last.
  private var lastPrinted: JournalID?
  /// Whether an app has connected.
  private(set) var hasSeenApp = false
  /// Whether nothing is printed any more.
  var isSilent = false

  init(server: LiveServer, context: CommandContext) {
    self.server = server
    self.context = context
  }

  mutating func serve(for time: Duration) throws {
    let events = server.serve(for: time)
    for case .connected in events { hasSeenApp = true }
    if isSilent { return }
    for event in events {
      switch event {
      case .connected(let app, let continues):
        let size = Platform.exists(app.mirror.path) ? try Platform.status(of: app.mirror.path).byteCount : 0
        if continues, listings[app.journal] == nil { listings[app.journal] = (nil, size) }
        try context.note("Process \(app.process) connected; its journal is copied to \(app.mirror.path)")
      case .disconnected(let app, let reason):
        try list(app)
        try context.note("Process \(app.process) has gone\(reason.map { ": \($0)" } ?? "")")
      case .refused(let reason):
        if refusals.insert(reason).inserted { try context.note("A connection was refused: \(reason)") }
      }
    }
    for app in server.apps { try list(app) }
    try context.output.flush()
  }

  /// Takes and prints what the apps have sent until they are silent, for two seconds at most.
  mutating func finish() throws {
    let end = Platform.nanoseconds() + 2_000_000_000
    var silences = 0
    while silences < 5, Platform.nanoseconds() < end {
      let before = server.apps.reduce(0) { $0 + $1.mirror.byteCount }
      try serve(for: .milliseconds(30))
      let isSilent = !server.isBehind && before == server.apps.reduce(0) { $0 + $1.mirror.byteCount }
      silences = isSilent ? silences + 1 : 0
    }
  }

  /// Prints the new lines of an app's journal.
  private mutating func list(_ app: LiveApp) throws {
    guard app.mirror.byteCount > 0 else { return }
    let listing = listings[app.journal]
    guard listing?.byteCount != app.mirror.byteCount else { return }
    do {
      if listing == nil || listing?.run == nil {
        let file = try JournalFile(path: app.mirror.path)
        let head = LogHead(file: file, showsJSON: false)
        var run = LogRun(
          file: file, filter: LogFilter(), limit: listing == nil ? nil : 0, writer: HumanLogWriter(head, in: context),
          isForPeople: true, apps: nil, isTree: false, interruption: .never, isolation: nil)
        try announce(app, file.header.app.name)
        try run.list(untilItEnds: false)
        listings[app.journal] = (run, app.mirror.byteCount)
      } else {
        try announce(app, nil)
        try listings[app.journal]?.run?.listAppended()
        listings[app.journal]?.byteCount = app.mirror.byteCount
      }
    } catch let error as JournalError {
      // The first line may not be whole yet.
      guard listings[app.journal] != nil else { return }
      listings[app.journal]?.byteCount = app.mirror.byteCount
      try context.warn("\(error.description)", file: app.mirror.path)
    }
  }

  /// Names the app, if the lines before were another one's.
  private mutating func announce(_ app: LiveApp, _ name: String?) throws {
    defer { lastPrinted = app.journal }
    guard let lastPrinted, lastPrinted != app.journal else { return }
    try context.note("Process \(app.process)\(name.map { " (\($0))" } ?? ""):")
  }
}
