import CommandLineKit
import ReducerIsolation
package import ReduxJournal
import ReduxNotation
package import ReduxReplay
import StateTree
import SystemSupport

/// The check of one journal by a test, in the test's process and on its thread.
package struct ReplayCheck: Sendable {
  /// A problem of a journal, as a failing test shows it.
  package struct Finding: Sendable {
    /// A file to keep with the test's result.
    package struct Evidence: Sendable {
      package let name: String
      package let bytes: [UInt8]

      package init(name: String, bytes: [UInt8]) {
        self.name = name
        self.bytes = bytes
      }
    }

    /// The first line says where and what, the others show the difference.
    package let text: String
    /// The journal, and the states around a divergence.
    package let evidence: [Evidence]
    /// Whether new hashes would make the journal pass.
    package let isUpdatable: Bool

    package init(_ text: String, evidence: [Evidence], isUpdatable: Bool = false) {
      self.text = text
      self.evidence = evidence
      self.isUpdatable = isUpdatable
    }
  }

  let path: String
  /// The name of the journal in texts.
  let name: String
  let apps: AppCatalog
  let options: JournalReader.Options
  let accepted: Tolerance

  package init(
    _ path: String, named name: String, app: any ReplayableApp.Type, key: JournalKey? = nil,
    accepting accepted: Tolerance = Tolerance()
  ) {
    self.path = path
    self.name = name
    apps = AppCatalog([app])
    options = JournalReader.Options(key: key)
    self.accepted = accepted
  }

  /// Verifies the journal, and returns what is wrong with it; `nil` if today's reducers lead to every recorded state.
  package func finding() -> Finding? {
    do {
      let verification = try ReducerIsolation(in: context, timeout: nil).verify(job)
      if case .diverged(let divergence) = verification.outcome { return finding(divergence) }
      return verification.failure.map(finding)
    } catch { return finding(error) }
  }

  /// The finding that an error means.
  func finding(_ error: any Error) -> Finding {
    let failure = CommandFailure(error, tool: context.toolName)
    return Finding(text(of: failure), evidence: journal())
  }

  /// The verification of the journal, on the calling thread.
  var job: VerifyJob { VerifyJob(JobInput(path: path, options: options), accepting: accepted) }

  /// A context that prints nothing.
  var context: CommandContext {
    var context = CommandContext(
      toolName: CommandContext.libraryName, toolVersion: "", output: BufferSink(), errorOutput: BufferSink(),
      input: InputSource.buffer(""))
    context.apps = apps
    return context
  }

  // MARK: Texts

  private func finding(_ divergence: Divergence) -> Finding {
    let states = DivergentStates(divergence, in: self)
    var lines = ["\(place(divergence.path, divergence.line)): \(divergence.message)"]
    if let call = states.call { lines.append("  \(call)") }
    lines += states.differences.map { "  \($0)" }
    lines += divergence.explanation.map { "  \(Self.inTest($0.plain))" }
    lines.append("  If you intended the change, run the tests once with REDUXLOG_UPDATE=1.")
    return Finding(lines.joined(separator: "\n"), evidence: journal() + states.evidence, isUpdatable: true)
  }

  func text(of failure: CommandFailure) -> String {
    let text = "\(place(failure.file ?? path, failure.line)): \(failure.message.escapedForTerminal)"
    return text + (failure.advice.map { "\n  \(Self.inTest($0.escapedForTerminal))" } ?? "")
  }

  /// A text for a test, which has arguments in place of the command's options.
  private static func inTest(_ text: String) -> String {
    let arguments = [
      ("--allow-redacted", "accepting: .redacted"), ("--allow-schema-changes", "accepting: .schemaChanges"),
      ("--allow-unproven", "accepting: .unproven"), ("--key-file PATH", "the argument 'key'"),
    ]
    return arguments.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  private func place(_ path: String, _ line: Int?) -> String {
    (path == self.path ? name : path).escapedForTerminal + (line.map { ":\($0)" } ?? "")
  }

  func journal() -> [Finding.Evidence] {
    // A journal that can't be read is what the finding says.
    guard let bytes = try? InputSource(path: path, interruption: .never).readAll() else { return [] }
    return [Finding.Evidence(name: fileName, bytes: bytes)]
  }

  /// The journal's file name without its extension.
  var stem: String { fileName.hasSuffix(".jsonl") ? String(fileName.dropLast(6)) : fileName }

  /// The last part of the journal's path.
  private var fileName: String { path.split(separator: "/").last.map(String.init) ?? name }
}

extension ReplayCheck {
  /// Returns the paths of the journals in a folder and its subfolders.
  package static func journals(inFolder path: String) throws -> [String] {
    guard Platform.isFolder(path) else { throw CommandFailure("no such folder", file: path) }
    return try JournalFinder.journals(at: [path]).map { found in
      if let failure = found.failure { throw failure }
      return found.path
    }
  }
}

/// Checking a condition on the state to which today's reducers lead, whatever was recorded.
extension ReplayCheck {
  /// Judges the journal's last state, as today's reducers make it.
  ///
  /// - Parameter text: The condition: an expression, or `check:NAME`.
  /// - Returns: Why the state doesn't satisfy the condition; `nil` if it does.
  package func finding(expecting text: String) -> Finding? {
    do { return try judged(by: text) } catch { return finding(error) }
  }

  private func judged(by text: String) throws -> Finding? {
    let file = try JournalFile(path: path, options: options)
    let expectation = try Expectation(parsing: text, named: "the condition", at: nil, in: file, apps)
    var search = try UncheckedSearch(expectation, in: file, app: apps.app(of: file))
    let last = try RevisionResolver(file).lastSeq()
    guard try !search.holds(at: last) else { return nil }
    var lines = [
      "\(name.escapedForTerminal): today's reducers lead to a state \(last) that \(expectation.predicate(false))"
    ]
    if let broken = try search.change(before: last) { lines += self.lines(of: broken, expectation, in: file) }
    if let state = try? search.state(at: last), let document = try? JSONDocument(state).root {
      lines += ((try? search.caveats(at: last)) ?? []).map { "  Note: \($0)" }
      let text = JSONPrinter.bytes(of: document.value) + [UInt8(ascii: "\n")]
      let state = Finding.Evidence(name: "\(stem) state \(last) today.json", bytes: text)
      return Finding(lines.joined(separator: "\n"), evidence: journal() + [state])
    }
    return Finding(lines.joined(separator: "\n"), evidence: journal())
  }

  /// The action after which the condition no longer holds.
  private func lines(of change: UncheckedSearch.Change, _ expectation: Expectation, in file: JournalFile) -> [String] {
    guard let good = change.good else { return ["  It \(expectation.predicate(false)) from state \(change.bad) on."] }
    var lines = [
      "  State \(good) \(expectation.predicate(true)). The first state after it that doesn't is \(change.bad):"
    ]
    if case .action(let record)? = try? file.entry(settingSeq: change.bad)?.record {
      lines.append("    \(ActionLine(columns: 120, room: 120).call(record).plain)")
    }
    return lines
  }
}

/// Accepting an intended change in a test's journal.
extension ReplayCheck {
  /// Whether tests should accept intended changes.
  package static func acceptsChanges(_ environment: [String: String]) -> Bool { environment["REDUXLOG_UPDATE"] == "1" }

  /// Writes the journal again with the states to which today's reducers lead.
  package func update() -> Finding {
    do { return try updated() } catch { return finding(error) }
  }

  private func updated() throws -> Finding {
    guard JournalFile.olderSegmentPaths(of: path).isEmpty else {
      throw CommandFailure(
        "the journal has several segments, so it can't be replaced", file: path,
        advice: "Write a copy in one file: reduxlog verify --update -o OUT")
    }
    let rights = try Platform.status(of: path).rights
    let output = try OutputFile(path: path, force: true)
    let isolation = ReducerIsolation(in: context, timeout: nil)
    switch try JournalUpdate(path: path, apps: apps, job: job, isolation: isolation).run(into: output) {
    case .refused(let verification):
      throw verification.failure ?? CommandFailure("the journal can't be updated", file: path)
    case .updated(let report):
      try Platform.setRights(rights, of: output.temporaryPath)
      try output.commit()
      let lines =
        ["\(name.escapedForTerminal): written again: \(report.summary)"] + report.lines.map { "  \($0.plain)" }
      let next = "  Read the difference in your version control, and run the tests again without REDUXLOG_UPDATE."
      return Finding((lines + [next]).joined(separator: "\n"), evidence: [])
    }
  }
}
