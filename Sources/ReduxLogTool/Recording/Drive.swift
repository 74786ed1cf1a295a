import CommandLineKit
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree

/// A recording of an app's actions.
struct Drive {
  private var session: any AppSession
  private let journal: RecordingJournal
  private var lines: ActionLines
  private var count = 0
  private var redactions = 0
  /// Encodes by the journal's rules.
  private let encoder: StateEncoder

  /// Creates a recording. If it writes the session's state out, the state's secrets count.
  init(session: any AppSession, journal: RecordingJournal, lines: ActionLines, recordsState: Bool) {
    self.session = session
    self.journal = journal
    self.lines = lines
    encoder = StateEncoder(rules: journal.rules)
    redactions = recordsState ? session.redactions(by: encoder) : 0
  }

  /// Reduces and records all actions, closes the journal and prints a summary.
  func run(isPrompting: Bool, in context: CommandContext) throws {
    var drive = self
    do {
      if isPrompting { try drive.prompt(in: context) } else { try drive.runThrough(in: context) }
    } catch {
      try drive.finish(in: context)
      throw error
    }
    drive.session.start(try journal.open())
    try drive.finish(in: context)
  }

  private mutating func runThrough(in context: CommandContext) throws {
    var progress = context.progress("Recording")
    while let line = try lines.next() {
      if let refusal = try step(line, in: context) {
        try progress.finish()
        throw lines.failure(
          "the reducer refused the action: \(refusal.explanation)",
          advice: "The journal keeps the action, its last one, with this error.")
      }
      try progress.update(count)
    }
    try progress.finish()
  }

  private mutating func prompt(in context: CommandContext) throws {
    let recorder = try journal.open()
    session.start(recorder)
    try journal.checkFailures(in: context)
    try context.note("Type actions of the app '\(journal.appName)' as JSON, one per line. Ctrl-D ends the recording.")
    while true {
      try context.errorOutput.write("\(recorder.lastSeq ?? 0)> ")
      do {
        guard let line = try lines.next() else { break }
        if let refusal = try step(line, in: context) {
          try context.errorOutput.line("\("refused:", .error) \(refusal.explanation)")
        }
        if let last = try journal.lastState() { try context.note("state \(last.seq), hash \(last.hash)") }
      } catch let failure as CommandFailure where failure.file == lines.name {
        // A user who has just typed the line knows which one it is.
        try context.errorOutput.line("\("error:", .error) \(failure.message)")
        if let advice = failure.advice { try context.note("  \(advice)") }
      } catch let interrupted as Interrupted {
        // The terminal's echo follows the prompt.
        try context.errorOutput.line()
        throw interrupted
      }
    }
    try context.errorOutput.line()
  }

  /// Reduces and records one action, and returns the error that the reducer threw.
  private mutating func step(_ line: ActionLines.Line, in context: CommandContext) throws -> (any Error)? {
    do {
      try session.read(line.node)
    } catch {
      throw lines.failure("not an action of the app: \(error.explanation)")
    }
    redactions += session.redactions(by: encoder)
    let refusal = session.reduce(recordedBy: try journal.open())
    try journal.checkFailures(in: context)
    count += 1
    return refusal
  }

  /// Closes the journal and prints what it holds.
  private func finish(in context: CommandContext) throws {
    guard journal.isOpen else { return }
    journal.close()
    let outcome = Result { try journal.checkFailures(in: context) }
    do {
      try journal.discardIfEmpty()
      try summarize(in: context)
    } catch {
      // A journal that could not be written may be unreadable; that it could not be written is the reason.
      try outcome.get()
      throw error
    }
    try outcome.get()
  }

  private func summarize(in context: CommandContext) throws {
    guard journal.isOpen, let last = try journal.lastState() else { return }
    let count = journal.hasFailed ? try journal.recordedActions() : count
    var what = count == 1 ? "1 action" : "\(count) actions"
    what += " in \(journal.path)"
    if redactions > 0 { what += ", \(redactions == 1 ? "1 secret" : "\(redactions) secrets") redacted" }
    try context.note("recorded \(what): state \(last.seq), hash \(last.hash)")
  }
}

/// Actions written by a developer, one JSON text per line; blank lines are counted but ignored.
struct ActionLines {
  /// A line with an action.
  struct Line {
    let number: Int
    let node: JSONNode
  }

  /// The name of the source in errors: a path, or `standard input`.
  let name: String
  private let source: InputSource
  private(set) var number = 0
  /// The most bytes of a line.
  private let limit: Int

  init(name: String, source: InputSource, limit: Int) {
    self.name = name
    self.limit = limit
    self.source = source
  }

  /// Returns the next action; `nil` at the end.
  mutating func next() throws -> Line? {
    while let bytes = try readLine() {
      // Skip only JSON's white space: anything else is an error.
      if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }) { continue }
      do {
        return Line(number: number, node: try JSONDocument(bytes).root)
      } catch {
        throw failure("not JSON: \(error)", advice: "Write one action per line, as JSON without line breaks.")
      }
    }
    return nil
  }

  private mutating func readLine() throws -> [UInt8]? {
    number += 1
    do { return try source.readLine(limit: limit) } catch InputError.lineTooLong {
      throw failure("the action has more than \(limit) bytes", advice: "Raise the limit with --max-line BYTES.")
    }
  }

  /// Creates a failure of the line that was read last.
  func failure(_ message: String, advice: String? = nil) -> CommandFailure {
    CommandFailure(message, file: name, line: number, advice: advice)
  }
}

/// A session with an app that reduces and records actions, one at a time.
protocol AppSession {
  /// Passes the initial state to a recorder. Not needed before the first action.
  func start(_ recorder: Recorder)

  /// Decodes an action that a developer wrote, to be reduced next. Records nothing yet.
  mutating func read(_ written: JSONNode) throws

  /// Returns the number of secrets that an encoder redacts in the action that was read last; before the first, in the state.
  func redactions(by encoder: StateEncoder) -> Int

  /// Reduces the action that was read last, and records it.
  mutating func reduce(recordedBy recorder: Recorder) -> (any Error)?
}

extension ReplayableApp {
  /// Starts a session with the app, in a state or else in the app's own.
  static func session(initial: JSONNode?) throws -> any AppSession {
    TypedAppSession<Self>(state: try initial.map { try StateDecoder().decode(State.self, from: $0) } ?? initialState)
  }
}

private struct TypedAppSession<App: ReplayableApp>: AppSession {
  private var state: App.State
  private var next: App.Action?
  private let actions = App.coding

  init(state: App.State) { self.state = state }

  func start(_ recorder: Recorder) { recorder.start(state) }

  mutating func read(_ written: JSONNode) throws { next = try actions.decode(written: written) }

  func redactions(by encoder: StateEncoder) -> Int {
    guard let value = (next.map { $0 as Any } ?? state) as? any Encodable else { return 0 }
    // The recorder reports a value that can't be encoded.
    return (try? encoder.redactions(in: value)) ?? 0
  }

  mutating func reduce(recordedBy recorder: Recorder) -> (any Error)? {
    guard let action = next else { return nil }
    next = nil
    let recorded = recorder.begin(action, in: state)
    do {
      try recorded.withInputs { try App.reduce(&state, action) }
    } catch {
      recorder.finish(recorded, in: state, error: error)
      return error
    }
    recorder.finish(recorded, in: state)
    return nil
  }
}
