import ReduxJournal
import StateTree

/// `rewind`: takes up an earlier state again.
package struct RewindCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal; FILE@REV stands for FILE --to REV.")
  private static let to = OptionSpecification("to", value: "REV", help: "The state to go back to. See 'help points'.")
  private static let output = OptionSpecification(
    "output", short: "o", value: "OUT", isPath: true,
    help: "Leave the journal alone, and write a copy that ends with that state.")

  package static let specification = CommandSpecification(
    name: "rewind",
    abstract: "Take up an earlier state again.",
    overview: """
      Nothing is taken away: a record at the journal's end says that the state is that earlier one again, and
      'record --append' carries on from there. With -o the journal stays as it is, and a copy is written that ends
      with the state.

      A journal that is recorded with a key goes on with that alone, and so does its copy: --key-file.

      A journal that is being recorded can't be rewound; its store can, with a ReplayTimeline.
      """,
    examples: [
      .init("rewind run.jsonl --to 57", "go back to state 57, to carry on from there"),
      .init("rewind run.jsonl --to 57 -o start.jsonl", "a journal of the first 57 states"),
    ],
    arguments: [file],
    options: [to, output, OptionSpecification("force", help: "Overwrite an existing OUT."), .maximumLine, .keyFile])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    if arguments.has(.force), !arguments.has(Self.output) { throw UsageError("option '--force' needs '--output'") }
    let (path, point) = try target(arguments, in: context)
    let options = try arguments.readingOptions(in: context)
    let file = try JournalFile(path: path, options: options)
    let seq = try PointResolver(file, times: context.times).seq(of: point)
    guard let entry = try file.entry(settingSeq: seq) else {
      throw CommandFailure("no record sets the state \(seq)", file: path)
    }
    if case .action(let action) = entry.record, action.interrupted {
      throw CommandFailure(
        "action \(seq) (\(action.type)) was in flight when the process died, so it led to no state", file: path,
        advice: "Take the state before it: \(seq - 1).")
    }
    if let copy = arguments.value(of: Self.output) {
      try self.copy(
        file, through: entry, to: copy, force: arguments.has(.force), options: options,
        in: context)
    } else {
      try rewind(file, to: entry, options: options, in: context)
    }
    return .fine
  }

  private func target(
    _ arguments: ParsedArguments, in context: CommandContext
  ) throws -> (path: String, point: PointExpression) {
    var argument = try JournalArgument(parsing: arguments.required(Self.file), times: context.times)
    argument.path = try JournalFinder.journal(at: argument.path)
    let option = try arguments.value(of: Self.to).map { try PointExpression(parsing: $0, times: context.times) }
    switch (argument.selection, option) {
    case (.whole, let option?): return (argument.path, option)
    case (.point(let point), nil): return (argument.path, point)
    case (.whole, nil): throw UsageError("option '--to' is missing: --to REV")
    case (.point, _?): throw UsageError("FILE@REV and '--to' both name the state to go back to")
    case (.range, _): throw UsageError("a rewind goes to one state: FILE --to REV")
    }
  }

  private func rewind(
    _ file: JournalFile, to entry: JournalEntry, options: JournalReader.Options, in context: CommandContext
  ) throws {
    let path = file.path
    let hash = try entry.record.hash ?? computedHash(of: entry, in: file, context)
    let writer = try JournalWriter.open(
      path: path, check: .full, maximumLineBytes: options.maximumLineBytes, key: options.key)
    guard writer.seq != entry.seq else {
      try writer.close()
      return try context.note("\(path) is at state \(entry.seq); there is nothing to rewind")
    }
    if entry.seq < writer.firstSeq {
      // What is in an older segment may be dropped, and then nobody could look there for the state.
      let state = try StateLookup(file: file, apps: context.apps).state(at: entry.seq).compact
      try writer.writeTogether {
        try writer.rewind(to: entry.seq, hash: hash)
        try writer.writeSnapshot(state: Array(state.utf8), hash: hash)
      }
    } else {
      try writer.rewind(to: entry.seq, hash: hash)
    }
    if writer.resumed?.wasClosed == true { try writer.seal() }
    try writer.close()
    try context.note("\(path) is at state \(writer.seq), which is state \(entry.seq) again")
  }

  /// The hash of a state that was recorded without one.
  private func computedHash(
    of entry: JournalEntry, in file: JournalFile, _ context: CommandContext
  ) throws -> StateHash {
    let state = try context.apps.app(of: file).state(at: entry.seq, in: file)
    return try JSONValue(parsing: state).stateHash
  }

  private func copy(
    _ file: JournalFile, through entry: JournalEntry, to copy: String, force: Bool, options: JournalReader.Options,
    in context: CommandContext
  ) throws {
    if options.key == nil, let key = file.header.key { throw JournalError(.keyMissing(key), path: file.path) }
    let end = entry.offset + entry.byteCount
    // What is wrong with it is wrong in the journal, not in the copy.
    let reader = try file.entries(fromOffset: 0)
    while reader.offset < end, try reader.next() != nil { try context.interruption.check() }
    let output = try OutputFile(path: copy, force: force)
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
    // The chain of sums of a part from the start holds; only the end is new.
    let writer = try JournalWriter.open(
      path: output.temporaryPath, maximumLineBytes: options.maximumLineBytes, key: options.key)
    try writer.seal()
    try writer.close()
    try output.commit()
    try context.note("\(copy) ends with state \(entry.seq) of \(file.path)")
  }
}
