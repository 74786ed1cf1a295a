import CommandLineKit
import ReduxInspection
import ReduxJournal

/// `repair`: recovers the intact parts of a damaged journal.
struct RepairCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")
  private static let output = OptionSpecification.output("The copy to write; OUT.rejected gets the other lines.")
  private static let dryRun = OptionSpecification(
    "dry-run", short: "n", help: "Report what a repair would recover, and write nothing.")

  static let specification = CommandSpecification(
    name: "repair",
    abstract: "Recover the intact parts of a damaged journal.",
    traits: [.readsJournal],
    overview: """
      repair leaves the journal unchanged and writes a copy that can be read, replayed and verified. The copy holds
      every line that the checksums prove and whose state can be known: all lines before the damage, and, if the
      damage loses states, all lines from the next snapshot on. A gap replaces the other lines; OUT.rejected keeps
      them byte for byte.
      """,
    examples: [
      .init("repair broken.jsonl -n", "what could be recovered?"),
      .init("repair broken.jsonl -o saved.jsonl", "recover it, then run 'reduxlog verify saved.jsonl'"),
    ],
    arguments: [file],
    options: [
      output, dryRun, OptionSpecification("force", help: "Overwrite an existing OUT and OUT.rejected."), .maximumLine,
      .keyFile,
    ],
    rules: [.exclusive(output, dryRun)],
    sections: [
      .exitCodes([
        "0": "repair set nothing aside.",
        "1": "repair set lines aside, or segments are missing; what they held is lost.",
        "2": "repair could recover nothing, or a file can't be read or written.",
      ]),
      .specialCases([
        "Torn last line": "A last line that was cut short becomes what continuing the recording would make of it.",
        "Small damage":
          "repair restores line ends that a tool rewrote, and a wrong checksum if the next line proves "
          + "everything else.",
        "Lost states":
          "If states are lost, later states get lower seqs, because seqs have no holes. The gap says by how "
          + "much.",
        "Segments":
          "A journal in several segments becomes one file. Line numbers count through all segments; "
          + "FILE:LINE before a gap names the place in its segment.",
        "Keyed journals":
          "With --key-file, repair sets aside lines that the key doesn't prove, and the key proves the "
          + "copy. Without it, nothing proves the copy of a keyed journal.",
      ]),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let path = try JournalFinder.journal(at: arguments.required(Self.file))
    let options = try arguments.readingOptions(in: context)
    let repair = try JournalRepair(path: path, options: options)
    guard !arguments.has(Self.dryRun) else {
      let report = try save(with: repair, in: context, write: { _ in }, setAside: { _ in })
      try context.note("nothing was written")
      return report.gaps == 0 && report.setAside == 0 ? .fine : .finding
    }
    let out = try OutputArgument(arguments, hint: "-o OUT, or -n to see what a repair would recover")
    let output = try out.file(beside: path)
    let aside = try out.file(adding: ".rejected", beside: path)
    let report = try save(
      with: repair, in: context, write: { try output.write($0) }, setAside: { try aside.write($0) })
    // The rejected lines must be on the disk before the copy is.
    if report.setAside > 0 {
      try aside.commit()
      try context.note("\(aside.path): the rejected lines, unchanged")
    }
    try output.commit()
    let outcome = report.isUnchanged ? "an unchanged copy; nothing needed repair" : "the recovered journal"
    try context.note("\(out.path): \(outcome)")
    try context.warnOfMissingProof(in: out.path, ofJournalWith: report.key, given: options.key)
    return report.gaps == 0 && report.setAside == 0 ? .fine : .finding
  }

  /// Repairs a journal, and reports what the copy contains and what it lacks.
  private func save(
    with repair: JournalRepair, in context: CommandContext, write: ([UInt8]) throws -> Void,
    setAside: ([UInt8]) throws -> Void
  ) throws -> RepairReport {
    var progress = context.progress("Reading")
    // Count lines once, and only if there is a gap: counting for each gap would be O(n) each.
    lazy var locator = repair.lineLocator()
    let report = try repair.run(
      onLine: { try progress.update($0) },
      onGap: { gap in
        let place = locator.map { $0.location(ofLine: gap.lines.lowerBound) }.map { "\($0.path):\($0.line): " } ?? ""
        try context.output.line("\(place)\(gap.description)")
      }, write: write, setAside: setAside)
    try progress.finish()
    try print(report, in: context)
    return report
  }

  private func print(_ report: RepairReport, in context: CommandContext) throws {
    if let text = report.tail.message { try context.output.line("\(text)") }
    if report.lineEndsRestored > 0 {
      try context.output.line("\(Self.lines(report.lineEndsRestored)) ended in CR LF: a tool rewrote the line ends")
    }
    if report.sumsRestored > 0 {
      try context.output.line("\(Self.lines(report.sumsRestored)) had a wrong sum, but the next line proves it")
    }
    try context.output.line(
      """
      \(Self.lines(report.kept)) kept, \(Self.lines(report.setAside)) (\(report.bytesSetAside) bytes) set aside, \
      \(report.allGaps.counted("gap"))
      """)
  }

  private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
