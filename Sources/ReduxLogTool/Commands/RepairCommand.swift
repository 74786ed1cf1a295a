package import CommandLineKit
import ReduxJournal

/// `repair`: writes a copy of a damaged journal that holds what can be saved of it.
package struct RepairCommand: Command {
  private static let file = ArgumentSpecification("FILE", help: "The journal.")
  private static let output = OptionSpecification.output(
    "The copy to write; OUT.rejected gets the lines that are set aside.")
  private static let dryRun = OptionSpecification(
    "dry-run", short: "n", help: "Tell what a repair would save, and write nothing.")

  package static let specification = CommandSpecification(
    name: "repair",
    abstract: "Save what can be saved of a damaged journal.",
    overview: """
      The journal is left as it is, and a copy is written that can be read, replayed and verified. It has every line
      that the chain of sums proves and whose state can be known: all before the damage, and all from the next snapshot
      on if states are lost with it. A gap stands in the place of the others, which are set aside byte for byte in
      OUT.rejected. A last line that was cut short becomes what recording on would make of it. Line ends that a tool
      rewrote, and a sum that is wrong while the next line proves all else, are restored.

      With --key-file, lines that the key does not prove are set aside, too, and the key proves the copy; without it,
      nothing proves the copy of a journal that is recorded with a key.

      A journal in several segments is read as one, and becomes one file. Lines are counted through all of them then, and
      FILE:LINE before a gap says where that is.

      Where states are lost, those behind them get lower seqs, because seqs leave no holes; the gap tells by how much.

      Exit codes: 0 nothing had to be set aside; 1 some lines had, or segments are missing, and what they held is lost; 2
      nothing could be saved, or something can't be read or written.
      """,
    examples: [
      .init("repair broken.jsonl -n", "what could be saved?"),
      .init("repair broken.jsonl -o saved.jsonl", "save it, then 'reduxlog verify saved.jsonl'"),
    ],
    arguments: [file],
    options: [
      output, dryRun, OptionSpecification("force", help: "Overwrite an existing OUT and OUT.rejected."), .maximumLine,
      .keyFile,
    ])

  package init() {}

  package func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let path = try JournalFinder.journal(at: arguments.required(Self.file))
    try arguments.allowAtMostOne(of: Self.output, Self.dryRun)
    let options = try arguments.readingOptions(in: context)
    let repair = try JournalRepair(path: path, options: options)
    guard !arguments.has(Self.dryRun) else {
      let report = try save(with: repair, in: context, write: { _ in }, setAside: { _ in })
      try context.note("nothing was written")
      return report.gaps == 0 && report.setAside == 0 ? .fine : .finding
    }
    let out = try OutputArgument(arguments, hint: "-o OUT, or -n to see what could be saved")
    let output = try out.file(beside: path)
    let aside = try out.file(adding: ".rejected", beside: path)
    let report = try save(
      with: repair, in: context, write: { try output.write($0) }, setAside: { try aside.write($0) })
    // What is not in the copy must be there before the copy is.
    if report.setAside > 0 {
      try aside.commit()
      try context.note("\(aside.path): the lines that were set aside, as they were")
    }
    try output.commit()
    let outcome = report.isUnchanged ? "a copy; there was nothing to repair" : "what could be saved"
    try context.note("\(out.path): \(outcome)")
    try context.warnOfMissingProof(in: out.path, ofJournalWith: report.key, given: options.key)
    return report.gaps == 0 && report.setAside == 0 ? .fine : .finding
  }

  /// Saves a journal, and tells what is in the copy and what is not.
  private func save(
    with repair: JournalRepair, in context: CommandContext, write: ([UInt8]) throws -> Void,
    setAside: ([UInt8]) throws -> Void
  ) throws -> RepairReport {
    var progress = context.progress("Reading")
    // Counted once, and only if there is a gap: each gap anew would be O(n) for each.
    lazy var locator = repair.lineLocator()
    let report = try repair.run(
      onLine: { try progress.update($0) },
      onGap: { gap in
        let place = locator.map { $0.location(ofLine: gap.lines.lowerBound) }.map { "\($0.path):\($0.line): " } ?? ""
        try context.output.line("\(place)\(gap.description)")
      }, write: write, setAside: setAside)
    try progress.finish()
    try tell(report, in: context)
    return report
  }

  private func tell(_ report: RepairReport, in context: CommandContext) throws {
    if let text = report.tail.message { try context.output.line("\(text)") }
    if report.lineEndsRestored > 0 {
      try context.output.line("\(Self.lines(report.lineEndsRestored)) ended in CR LF: a tool rewrote the line ends")
    }
    if report.sumsRestored > 0 {
      try context.output.line("\(Self.lines(report.sumsRestored)) had a wrong sum, and is proven by the line after")
    }
    try context.output.line(
      """
      \(Self.lines(report.kept)) kept, \(Self.lines(report.setAside)) (\(report.bytesSetAside) bytes) set aside, \
      \(report.gaps == 1 ? "1 gap" : "\(report.gaps) gaps")
      """)
  }

  private static func lines(_ count: Int) -> String { count == 1 ? "1 line" : "\(count) lines" }
}
