package import CommandLineKit
package import ReduxJournal
package import ReduxReplay
import SystemSupport

extension CommandFailure {
  /// The failure to read or write a journal.
  package init(_ error: JournalError) {
    self.init("\(error.problem)", file: error.path, line: error.line, advice: error.offset.map(CommandFailure.start))
    isDamage = error.problem.isDamage
    var raise = "If the line is valid, raise the limit with --max-line BYTES."
    switch error.problem {
    case .lineTooLong(let limit, let found): message = "the line has \(Self.amount(found, of: "bytes", over: limit))"
    case .tooManyValues(let limit, let found):
      message = "the line has \(Self.amount(found, of: "values and keys", over: limit))"
      if let found {
        let megabytes = (found * JournalLimits.bytesPerValue) >> 20 + 1
        raise = "If the line is valid, raise the limit with --max-line \(megabytes)M."
      }
    case .keyMissing(let key):
      message = "the journal is recorded with the key \(key) and can't be changed without it"
      advice = "Pass that key with --key-file PATH, or name another file."
      return
    case .otherKey(let key, let given):
      message = "the journal is recorded with the key \(key), not with \(given)"
      advice = "Pass that key with --key-file PATH."
      return
    case .notKeyed:
      message = "the journal was recorded without a key, so nothing proves it authentic"
      advice = "Leave out --key-file, or name another file."
      return
    case .noSuchFile:
      guard let end = error.path.lastIndex(of: "@"), !error.path[end...].contains("/") else { return }
      let journal = String(error.path[..<end])
      guard Platform.exists(journal), !Platform.isFolder(journal) else { return }
      message = "no such file, and a revision can't be given here"
      advice = "Name the whole journal, '\(journal)', or write part of it to a file first with 'slice'."
      return
    default: return
    }
    advice = advice.map { "\($0) \(raise)" } ?? raise
  }

  /// A number that exceeds a limit, as far as it is known.
  private static func amount(_ found: Int?, of units: String, over limit: Int) -> String {
    found.map { "\($0) \(units), more than the limit of \(limit)" } ?? "more than \(limit) \(units)"
  }

  /// The failure to rebuild a state. A state that differs from the recorded one is a finding.
  package init(_ error: ReplayError) {
    let exitCode: ExitCode =
      if case .diverges = error.problem { .finding } else { .trouble }
    self.init(
      error.message, file: error.path, line: error.line, advice: error.offset.map(CommandFailure.start),
      exitCode: exitCode)
    isDamage = error.isDamage
  }

  /// The offset of a line, for other tools.
  private static func start(_ offset: Int) -> String { "The line starts at byte \(offset) of the file." }
}

extension JournalError: ReportableError {
  package func commandFailure(tool: String) -> CommandFailure {
    var failure = CommandFailure(self)
    if case .damaged = problem {
      failure.advice = "\(failure.advice.map { "\($0) " } ?? "")'\(tool) repair' saves what can be saved."
    }
    return failure
  }
}

extension ReplayError: ReportableError {
  package func commandFailure(tool: String) -> CommandFailure { CommandFailure(self) }
}

extension ExitCode {
  /// A reducer crashed or hung, or this tool doesn't contain the app's reducers.
  package static let reducer = ExitCode(rawValue: 3)
}

extension CommandFailure {
  /// The message without the word "damaged", for a place that says that already.
  package var reason: String { message.hasPrefix("damaged: ") ? String(message.dropFirst("damaged: ".count)) : message }
}
