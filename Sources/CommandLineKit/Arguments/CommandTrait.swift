/// A property of commands, which the tool defines and its tests ask about.
///
/// Each command states its traits, so a test of all commands with a trait covers a new command, too.
package struct CommandTrait: Hashable, Sendable {
  /// The name, in a test's output.
  package let name: String

  /// Creates a trait.
  package init(_ name: String) { self.name = name }
}
