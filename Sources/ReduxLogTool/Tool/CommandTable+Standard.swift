package import CommandLineKit

extension CommandTable {
  /// The commands of the tool.
  package static let standard: CommandTable = CommandTable(
    [
      CommandGroup(
        "Record and replay",
        [
          RecordCommand(), ReplayCommand(), RewindCommand(), MarkCommand(), InitCommand(),
          LiveCommand(), TourCommand { CommandTable.standard.run($0, in: $1) },
        ]),
      CommandGroup("Look", [LogCommand(), InspectCommand(), ShowCommand(), DiffCommand(), StatsCommand()]),
      CommandGroup(
        "Find", [BisectCommand(), BlameCommand(), MinimizeCommand(), ExploreCommand(), GenerateTestCommand()]),
      CommandGroup("Prove", [VerifyCommand(), AssertCommand(), CoverageCommand(), DriftCommand(), MergeCommand()]),
      CommandGroup("Keep", [IndexCommand(), BakeCommand(), SliceCommand(), RepairCommand()]),
      CommandGroup("Share", [SummaryCommand(), ReportCommand(), RedactCommand(), ExportCommand(), ImportCommand()]),
    ], abstract: "Record, replay, rewind and compare the sessions of an app.",
    topics: [.exitCodes, .revisions, .expressions], optionGroups: [.redaction, .replaying, .times, .journals])
}
