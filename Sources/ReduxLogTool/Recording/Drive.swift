import CommandLineKit
import ReduxRecorder
import ReduxReplay
import StateCoding

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
  ///
  /// - Throws: `CommandFailure` that names the line with an invalid or refused action; errors of reading or writing.
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
  ///
  /// - Throws: `CommandFailure` if the journal could not be written.
  private func finish(in context: CommandContext) throws {
    guard journal.isOpen else { return }
    journal.close()
    let outcome = Result { try journal.checkFailures(in: context) }
    do { try summarize(in: context) } catch {
      // A journal that could not be written may be unreadable; that it could not be written is the reason.
      try outcome.get()
      throw error
    }
    try outcome.get()
  }

  private func summarize(in context: CommandContext) throws {
    guard let last = try journal.lastState() else { return }
    let count = journal.hasFailed ? try journal.recordedActions() : count
    var what = count == 1 ? "1 action" : "\(count) actions"
    what += " in \(journal.path)"
    if redactions > 0 { what += ", \(redactions == 1 ? "1 secret" : "\(redactions) secrets") redacted" }
    try context.note("recorded \(what): state \(last.seq), hash \(last.hash)")
  }
}
