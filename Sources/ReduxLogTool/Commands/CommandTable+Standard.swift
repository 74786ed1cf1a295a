extension CommandTable {
  /// The commands of the tool.
  package static let standard = CommandTable([
    RecordCommand()
  ])
}
