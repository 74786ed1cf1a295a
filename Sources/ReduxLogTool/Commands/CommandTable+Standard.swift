package import CommandLineKit

extension CommandTable {
  /// The commands of the tool.
  package static let standard = CommandTable(
    [
      RecordCommand(),
      LogCommand(),
      InspectCommand(),
      ShowCommand(),
      ReplayCommand(),
      VerifyCommand(),
      MergeCommand(),
      DiffCommand(),
      BisectCommand(),
      BlameCommand(),
      AssertCommand(),
      MinimizeCommand(),
      GenerateTestCommand(),
      CoverageCommand(),
      DriftCommand(),
      RewindCommand(),
      MarkCommand(),
      IndexCommand(),
      BakeCommand(),
      SliceCommand(),
      RepairCommand(),
      RedactCommand(),
      ExportCommand(),
      ImportCommand(),
      InitCommand(),
      StatsCommand(),
      SummaryCommand(),
      ReportCommand(),
      TourCommand(),
    ], abstract: "Record, replay, rewind and compare the sessions of an app.",
    topics: [.exitCodes, .revisions, .expressions])
}
