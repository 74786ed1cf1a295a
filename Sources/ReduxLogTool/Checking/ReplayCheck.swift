import CommandLineKit
package import ReduxJournal
package import ReduxReplay
import SystemSupport

/// The check of one journal by a test, in the test's process and on its thread.
package struct ReplayCheck: Sendable {
  /// A problem of a journal, as a failing test shows it.
  package struct Finding: Sendable {
    /// A file to keep with the test's result.
    package struct Evidence: Sendable {
      package let name: String
      package let bytes: [UInt8]
    }

    /// The first line says where and what, the others show the difference.
    package let text: String
    /// The journal, and the states around a divergence.
    package let evidence: [Evidence]
    /// Whether new hashes would make the journal pass.
    package let isUpdatable: Bool
  }

  /// Differences that a test can accept.
  package struct Accepted: Sendable {
    package var redacted = false
    package var schemaChanges = false
    package var unproven = false

    package init() {}
  }

  let path: String
  /// The name of the journal in texts.
  let name: String
  let apps: AppCatalog
  let options: JournalReader.Options
  let accepted: Accepted

  package init(
    _ path: String, named name: String, app: any ReplayableApp.Type, key: JournalKey? = nil,
    accepting accepted: Accepted = Accepted()
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
      let verification = try ReducerIsolation(in: context, timeout: nil).verify(job) { _ in }
      if case .diverged(let divergence) = verification.outcome { return finding(divergence) }
      return verification.failure.map(finding)
    } catch { return finding(error) }
  }

  /// The finding that an error means.
  func finding(_ error: any Error) -> Finding {
    let failure = CommandFailure(error, tool: context.toolName)
    return Finding(text: text(of: failure), evidence: journal(), isUpdatable: false)
  }

  /// The verification of the journal, on the calling thread.
  var job: ReplayJob {
    ReplayJob(
      path: path, .verify, options: options, acceptsRedacted: accepted.redacted, acceptsSchema: accepted.schemaChanges,
      acceptsUnproven: accepted.unproven, threads: 1)
  }

  /// A context that prints nothing.
  var context: CommandContext {
    var context = CommandContext(output: BufferSink(), errorOutput: BufferSink(), input: BufferInput(""))
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
    return Finding(
      text: lines.joined(separator: "\n"), evidence: journal() + states.evidence, isUpdatable: true)
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
    guard let bytes = try? DescriptorInput(path: path, interruption: .never).readAll() else { return [] }
    return [Finding.Evidence(name: fileName, bytes: bytes)]
  }

  /// The journal's file name without its extension.
  var stem: String { fileName.hasSuffix(".jsonl") ? String(fileName.dropLast(6)) : fileName }

  /// The last part of the journal's path.
  private var fileName: String { path.split(separator: "/").last.map(String.init) ?? name }
}

extension ReplayCheck {
  /// Returns the paths of the journals in a folder and its subfolders.
  ///
  /// - Throws: `CommandFailure` if there is none, or one can't be read.
  package static func journals(inFolder path: String) throws -> [String] {
    guard Platform.isFolder(path) else { throw CommandFailure("no such folder", file: path) }
    return try JournalFinder.journals(at: [path]).map { found in
      if let failure = found.failure { throw failure }
      return found.path
    }
  }
}
