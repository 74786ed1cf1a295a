import CommandLineKit
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import SystemSupport

/// `record -- COMMAND`: a program that records itself.
extension RecordCommand {
  /// Runs the program, and returns its exit code.
  ///
  /// - Throws: `UsageError` for an option that is the program's own matter, `CommandFailure` if the journal exists, the
  ///   program can't be started, or it records nothing.
  func run(
    _ words: [String], to path: String, _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> ExitCode {
    try arguments.allowAtMostOne(of: Self.append, Self.force)
    if let option = Self.ofReducer.first(where: { arguments.has($0) }) {
      throw UsageError(
        "option '\(option.spelling)' can't be combined with '-- COMMAND': the program's recorder decides")
    }
    guard !Platform.isSpecial(path) else { throw UsageError("'\(path)' isn't a file that a program can record to") }
    let before = try makeRoom(at: path, arguments)
    // The program may change its folder.
    let folder = path.hasPrefix("/") ? "" : Platform.resolved(".").map { $0 + "/" } ?? ""
    let variable = "\(Recorder.environmentVariable)=\(folder)\(path)"
    let process: Int32
    do { process = try Platform.start("env", ["env", variable] + words) } catch {
      throw CommandFailure("can't run '\(words[0])': \(error)")
    }
    let code = ExitCode(rawValue: Platform.waitInForeground(for: process).shellStatus)
    let after = (try? Platform.status(of: path).byteCount) ?? 0
    guard after > before else {
      let failure = CommandFailure(
        "the program recorded nothing", file: path,
        advice: "Make its recorder with Recorder.fromEnvironment(app:), and pass it the first state or an action.")
      if code == .fine { throw failure }
      try context.report(failure.report(tool: context.toolName))
      return code
    }
    try summarize(path, in: context)
    return code
  }

  /// The size of the journal before the program runs.
  private func makeRoom(at path: String, _ arguments: ParsedArguments) throws -> Int {
    guard let status = try? Platform.status(of: path) else { return 0 }
    if arguments.has(Self.append) { return status.byteCount }
    guard arguments.has(Self.force) else {
      throw CommandFailure(
        "the file already exists", file: path, advice: "Continue it with --append, or replace it with --force.")
    }
    guard !Platform.isBeingWritten(path) else {
      throw CommandFailure(
        "another process is recording to this file", file: path, advice: "Stop it, or record to another file.")
    }
    do { try Platform.remove(path) } catch { throw CommandFailure("can't replace it: \(error)", file: path) }
    return 0
  }

  private func summarize(_ path: String, in context: CommandContext) throws {
    let verification = try Verifier(apps: context.apps, replays: false).verify(path) { _ in }
    try verification.explain(in: context)
    guard case .ok = verification.outcome else { return }
    let report = verification.report
    let sessions = report.sessions == 1 ? "" : " in \(report.sessions) sessions"
    try context.note(
      "\(path): \(report.actions == 1 ? "1 action" : "\(report.actions) actions")\(sessions), "
        + "last state \(report.lastSeq.map(String.init) ?? "none")")
  }
}
