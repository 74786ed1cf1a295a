import CommandLineKit
import ReducerIsolation
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateCoding
import StateTree

/// `rewind`: returns to an earlier state.
struct RewindCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal. FILE@REV is short for FILE --to REV.")
  private static let to = OptionSpecification(
    "to", value: "REV", help: "The state to return to. See 'help revisions'.")
  private static let output = OptionSpecification.output(
    "Write a copy that ends with that state, and leave the journal unchanged.")

  static let specification = CommandSpecification(
    name: "rewind",
    abstract: "Return to an earlier state.",
    traits: [.readsJournal, .changesJournal],
    overview: """
      rewind deletes nothing. It appends a record that takes up the earlier state again, and 'record --append'
      continues from there. With -o, rewind leaves the journal unchanged and writes a copy that ends with that state.

      A keyed journal and its copy need --key-file. rewind refuses a journal that is being recorded; rewind the app's
      store with a ReplayTimeline instead.
      """,
    examples: [
      .init("rewind run.jsonl --to 57", "return to state 57 and continue from there"),
      .init("rewind run.jsonl --to 57 -o start.jsonl", "a journal of the first 57 states"),
    ],
    arguments: [file],
    options: [to, output, .force, .maximumLine, .keyFile],
    rules: [
      OptionRule { $0.has(.force) && !$0.has(output) ? "option '--force' needs '--output'" : nil }
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let out = arguments.has(Self.output) ? try OutputArgument(arguments) : nil
    let (path, revision) = try target(arguments, in: context)
    let options = try arguments.readingOptions(in: context)
    let file = try JournalFile(path: path, options: options)
    let resolver = RevisionResolver(file, times: context.times)
    let entry = try resolver.entry(settingKnown: resolver.seq(of: revision))
    if let out {
      try copy(file, through: entry, to: out, options: options, in: context)
    } else {
      try rewind(file, to: entry, options: options, in: context)
    }
    return .fine
  }

  private func target(
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> (path: String, revision: Revision) {
    var argument = try JournalArgument(parsing: arguments.required(Self.file), times: context.times)
    argument.path = try JournalFinder.journal(at: argument.path)
    let option = try arguments.value(of: Self.to).map { try Revision(parsing: $0, times: context.times) }
    switch (argument.selection, option) {
    case (.whole, let option?): return (argument.path, option)
    case (.revision(let revision), nil): return (argument.path, revision)
    case (.whole, nil): throw UsageError("option '--to' is missing: --to REV")
    case (.revision, _?): throw UsageError("FILE@REV and '--to' both name the state to go back to")
    case (.range, _): throw UsageError("a rewind goes to one state: FILE --to REV")
    }
  }

  private func rewind(
    _ file: JournalFile, to entry: JournalEvent, options: JournalReader.Options, in context: CommandContext
  ) throws {
    let path = file.path
    // An unreadable header, such as one in a missing segment, doesn't prove another schema.
    let schemas = [entry.offset, file.byteCount].map { offset in
      ((try? file.lastHeader(before: offset))?.header ?? file.header).app.schema ?? 0
    }
    guard schemas[0] == schemas[1] else {
      throw CommandFailure(
        "state \(entry.seq) was recorded with schema \(schemas[0]), and the last session has schema \(schemas[1])",
        file: path, advice: "Only the app can return to it, because the shape of the states changed.")
    }
    let hash = try hash(of: entry, in: file, context)
    let writer = try JournalWriter.open(
      path: path, check: .full, maximumLineBytes: options.maximumLineBytes, key: options.key)
    try context.warn(of: writer.repair, in: path)
    guard writer.seq != entry.seq else {
      try writer.close()
      return try context.note("\(path) is at state \(entry.seq); nothing to rewind")
    }
    if entry.seq < writer.firstSeq {
      // An older segment may be dropped, and the state in it lost.
      let state = try text(of: entry, in: file, context)
      try writer.writeTogether {
        try writer.rewind(to: entry.seq, hash: hash)
        try writer.writeSnapshot(state: state, hash: hash)
      }
    } else {
      try writer.rewind(to: entry.seq, hash: hash)
    }
    if writer.resumed?.wasClosed == true { try writer.seal() }
    try writer.close()
    try context.note("\(path) is at state \(writer.seq), which is state \(entry.seq) again")
    try warn(ifMissing: entry, in: file, context)
  }

  /// Warns of a state that this tool can't rebuild, though it should: another build of the app may go on from there.
  private func warn(ifMissing entry: JournalEvent, in file: JournalFile, _ context: CommandContext) throws {
    guard file.isSelfContained || (try? context.apps.app(of: file)) != nil else { return }
    let reason: String
    do {
      _ = try text(of: entry, in: file, context)
      return
    } catch let error as ReplayError { reason = error.explanation } catch let error as CommandFailure {
      reason = error.reason
    }
    try context.warn("this tool can't rebuild the state, so it can't record from there: \(reason)", file: file.path)
  }

  /// Returns a state's hash in the last session, whose rules may differ from the recording session's.
  private func hash(of entry: JournalEvent, in file: JournalFile, _ context: CommandContext) throws -> StateHash {
    if otherRules(than: entry, in: file) == nil, let recorded = entry.record.hash { return recorded }
    let text = try text(of: entry, in: file, context)
    return VolatileHasher(of: file.redaction()).hash(try JSONDocument(text).root)
  }

  /// Returns a state in the last session's form.
  private func text(of entry: JournalEvent, in file: JournalFile, _ context: CommandContext) throws -> [UInt8] {
    guard let rules = otherRules(than: entry, in: file) else {
      return try StateLookup(file: file, apps: context.apps, asRecorded: true).text(at: entry.seq)
    }
    return try context.apps.app(of: file).replayer(of: file).text(at: entry.seq, by: rules)
  }

  /// Returns the last session's rules, if they differ from the rules under which a state was recorded.
  private func otherRules(than entry: JournalEvent, in file: JournalFile) -> RedactionRules? {
    let rules = file.redaction()
    return file.redaction(before: entry.offset) == rules ? nil : rules
  }

  private func copy(
    _ file: JournalFile, through entry: JournalEvent, to out: OutputArgument, options: JournalReader.Options,
    in context: CommandContext
  ) throws {
    if options.key == nil, let key = file.header.key { throw JournalError(.keyMissing(key), path: file.path) }
    let end = entry.offset + entry.byteCount
    // Report problems with the journal's name, not the copy's.
    let reader = try file.entries(fromOffset: 0)
    while reader.offset < end, try reader.next() != nil { try context.interruption.check() }
    let output = try out.file(beside: file.path)
    var position = 0
    while position < end {
      try context.interruption.check()
      let bytes = try file.bytes(position..<min(position + (1 << 20), end))
      guard !bytes.isEmpty else {
        throw CommandFailure("the file became shorter while it was read", file: file.path)
      }
      try output.write(bytes)
      position += bytes.count
    }
    // The chain of sums is valid from the start; only the end is new.
    try output.filled {
      let writer = try JournalWriter.open(
        path: output.temporaryPath, maximumLineBytes: options.maximumLineBytes, key: options.key)
      try writer.seal()
      try writer.close()
    }
    try output.commit()
    try context.note("\(output.path) ends with state \(entry.seq) of \(file.path)")
  }
}
