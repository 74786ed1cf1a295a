extension CommandTable {
  /// The commands of the tool.
  package static let standard = CommandTable([
    RecordCommand(),
    ReplayCommand(),
    VerifyCommand(),
    RewindCommand(),
    TourCommand(),
  ])
}
