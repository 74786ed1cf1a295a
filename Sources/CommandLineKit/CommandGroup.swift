/// Commands that the help lists together, under a title.
package struct CommandGroup: Sendable {
  /// The title, which the help shows in capitals.
  package let title: String
  /// The commands, in the order of the help.
  package let commands: [any Command]

  /// Creates a group.
  package init(_ title: String, _ commands: [any Command]) {
    self.title = title
    self.commands = commands
  }
}
