import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxReplay
import StateCoding

/// A copy of a journal that a command writes while it proves every state.
struct ProvenCopy {
  let file: JournalFile
  let replayer: any AppReplayer
  /// Whether to accept divergences that redaction may explain.
  let acceptsRedacted: Bool
  let search: DivergenceSearch
  private let path: String
  private let output: OutputFile
  private let context: CommandContext
  private let activity: String

  /// Opens the journal, and a temporary file for the copy.
  init(
    of file: ArgumentSpecification, _ arguments: ParsedArguments, in context: CommandContext, activity: String
  ) throws {
    let out = try OutputArgument(arguments, mayBeDevice: true)
    let journal = try JournalFinder.journal(at: arguments.required(file))
    let options = try arguments.readingOptions(in: context)
    self.file = try JournalFile(path: journal, options: options)
    output = try out.file(beside: journal)
    replayer = try context.apps.app(of: self.file).replayer(of: self.file)
    acceptsRedacted = arguments.has(.allowRedacted)
    search = VariationLimit.search(
      of: JobInput(path: journal, options: options), in: context, timeout: ParsedArguments.defaultTimeout)
    path = out.path
    self.context = context
    self.activity = activity
  }

  /// Writes the copy, if every state that can be proven is.
  func write(
    _ body: (_ onStep: (Int) throws -> Void, _ write: ([UInt8]) throws -> Void) throws -> (VerifyReport, done: String)
  ) throws -> ExitCode {
    var progress = context.progress(activity)
    let (report, done) = try body({ try progress.update($0) }, { try output.write($0) })
    try progress.finish()
    if let divergence = report.divergence ?? (acceptsRedacted ? nil : report.redacted.first) {
      try context.report(divergence.report(file: file.path))
      return .finding
    }
    for range in report.unproven {
      try context.warn(
        "\("\(range.reason), so not all states up to \(range.seqs.upperBound) were proven")", file: file.path)
    }
    try output.commit()
    try context.warnOfMissingProof(in: path, ofJournalWith: file.header.key, given: file.key)
    for divergence in report.redacted {
      try context.warn("\(divergence.warning)", file: divergence.path, line: divergence.line)
    }
    try context.note("\(path): \(done)")
    return .fine
  }
}

/// `bake`: writes a self-contained copy of a journal.
struct BakeCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")

  static let specification = CommandSpecification(
    name: "bake",
    abstract: "Write a self-contained copy that needs no reducers.",
    traits: [.readsJournal, .readsFromStart, .needsReducers],
    overview: """
      In the copy, each action records its changes to the state as RFC 6902 operations. So 'show', 'diff', 'log -p'
      and 'replay' work on it with any reduxlog, even after the app's reducers changed. Actions, times, hashes, marks,
      gaps and the journal's id stay the same; checksums are new because lines move.

      bake proves every state first, as 'verify' does. If it can't, it writes no copy and exits with the code of
      'verify'. Without --key-file, nothing proves the copy of a keyed journal.
      """,
    examples: [.init("bake run.jsonl -o self-contained.jsonl", "then attach that file to the bug report")],
    arguments: [file],
    options: [.output("The copy to write. Required."), .allowRedacted, .force, .maximumLine, .keyFile])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let copy = try ProvenCopy(of: Self.file, arguments, in: context, activity: "Baking")
    return try copy.write { onStep, write in
      let (report, patched) = try copy.replayer.bake(
        acceptingRedacted: copy.acceptsRedacted, search: copy.search, onStep: onStep, write: write)
      let count = report.actions - report.interrupted.count
      return (report, "\(patched) of \(count) actions of \(copy.file.path) record their changes")
    }
  }
}

/// `index`: writes a copy of a journal with more snapshots.
struct IndexCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")
  private static let every = OptionSpecification(
    "every", value: "BYTES",
    help: "Write a snapshot every BYTES, such as 256K or 1M (default: the size of a snapshot).")

  static let specification = CommandSpecification(
    name: "index",
    abstract: "Write a copy with more snapshots, for faster lookups.",
    traits: [.readsJournal, .readsFromStart, .needsReducers],
    overview: """
      reduxlog rebuilds a state from the last snapshot before it. So a journal with few snapshots is slow to look
      into, and only one thread can verify it. index writes a copy with more: actions, times, hashes, marks, gaps and
      the journal's id stay the same; checksums are new because lines move.

      index proves every state first, as 'verify' does. If it can't, it writes no copy and exits with the code of
      'verify'. Without --key-file, nothing proves the copy of a keyed journal.
      """,
    examples: [
      .init("index run.jsonl -o quick.jsonl", "then show quick.jsonl@120000"),
      .init("index run.jsonl -o quick.jsonl --every 256K", "faster, and larger"),
    ],
    arguments: [file],
    options: [.output("The copy to write. Required."), every, .allowRedacted, .force, .maximumLine, .keyFile])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let every = try arguments.byteCount(of: Self.every)
    let copy = try ProvenCopy(of: Self.file, arguments, in: context, activity: "Indexing")
    return try copy.write { onStep, write in
      let (report, added) = try copy.replayer.index(
        every: every, acceptingRedacted: copy.acceptsRedacted, search: copy.search, onStep: onStep, write: write)
      return (report, "\(added) snapshots added to the \(report.snapshots) of \(copy.file.path)")
    }
  }
}

/// `redact`: writes a copy of a journal without secrets.
struct RedactCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")

  static let specification = CommandSpecification(
    name: "redact",
    abstract: "Write a copy without secrets.",
    traits: [.readsJournal, .readsFromStart, .needsReducers],
    overview: """
      redact replays the journal, proves every state, and writes everything again under the rules: stand-ins replace
      secrets in actions and states, and hashes match what is written. The copy's headers name the rules. Times,
      marks, gaps and the journal's id stay. A torn last line, bytes kept in gaps and records of unknown kinds are
      dropped.

      By default, redact covers members with common secret names, texts in the form of keys and tokens, and values that
      the app's types mark with @Redacted.
      It reduces errors to their types and cases, and marks to their names.

      redact verifies the copy before it puts it in place. A state computed from a secret can't be rebuilt from the
      copy: see 'help verify'. Without --key-file, nothing proves the copy of a keyed journal.
      """,
    examples: [
      .init("redact run.jsonl -o send.jsonl", "before you send it"),
      .init("redact run.jsonl -o send.jsonl --redact '/accounts/*/balance'", "redact other secrets as well"),
      .init("redact run.jsonl -o send.jsonl --allow /cart --allow /addToCart", "redact everything but the cart"),
    ],
    arguments: [file],
    options: [.output("The copy to write. Required.")] + OptionSpecification.rules + [
      .force, .maximumLine, .keyFile,
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = try OutputArgument(arguments)
    let path = try JournalFinder.journal(at: arguments.required(Self.file))
    let options = try arguments.readingOptions(in: context)
    let file = try JournalFile(path: path, options: options)
    let rules = try arguments.rules(for: file.header.app.name)
    guard rules.isOn else {
      throw UsageError("nothing to redact: '--no-default-rules' needs '--redact', '--redact-name' or '--allow'")
    }
    let output = try out.file(beside: path)
    let app = try context.apps.app(of: file)
    let search = VariationLimit.search(
      of: JobInput(path: path, options: options), in: context, timeout: ParsedArguments.defaultTimeout)
    var progress = context.progress("Redacting")
    let (report, redactions, omittedTexts) = try copying(to: output) {
      let writer = try JournalWriter.open(
        path: output.temporaryPath, durability: .buffered(bytes: 1 << 20), maximumLineBytes: options.maximumLineBytes,
        key: file.key)
      let result = try app.replayer(of: file).redact(by: rules, to: writer, search: search) { try progress.update($0) }
      try writer.close()
      return result
    }
    try progress.finish()
    if let divergence = report.divergence {
      try context.report(divergence.report(file: path))
      return .finding
    }
    let threads = try arguments.jobs()
    let check = try copying(to: output) {
      let copy = try JournalFile(path: output.temporaryPath, options: options)
      return try app.replayer(of: copy).report(
        search: DivergenceSearch(varyingBefore: 0), jobs: threads, onStep: { _ in })
    }
    if let divergence = check.divergence {
      throw CommandFailure(
        "the copy can't be proven: \(divergence.message)", file: path,
        advice: "Nothing was written. The reducer isn't pure: the same actions led to another state.",
        exitCode: .finding)
    }
    for range in check.unproven {
      try context.warn(
        "\("\(range.reason), so not all states up to \(range.seqs.upperBound) were proven")", file: out.path)
    }
    try output.commit()
    try context.warnOfMissingProof(in: out.path, ofJournalWith: file.header.key, given: options.key)
    for step in check.redacted {
      // With the secrets, the same reducer has just led to the recorded state.
      try context.warn(
        "state \(step.seq) (\(step.type)) diverges because of redaction: it depends on a value that isn't in the copy",
        file: out.path, line: step.line)
    }
    let texts = omittedTexts == 0 ? "" : ", \(omittedTexts.counted("text")) left out"
    try context.note("\(out.path): \(redactions.counted("secret")) of \(path) replaced\(texts)")
    return .fine
  }

  /// Runs a body on the copy; its errors name the copy's final path.
  private func copying<Result>(to output: OutputFile, _ body: () throws -> Result) throws -> Result {
    do { return try output.filled(by: body) } catch let error as ReplayError where error.path == output.temporaryPath {
      let message =
        switch error.problem {
        case .undecodableState(let reason), .undecodableAction(_, let reason): "the app can't read it: \(reason)"
        default: error.message
        }
      throw CommandFailure(ofCopy: output.path, message, line: error.line)
    }
  }
}
