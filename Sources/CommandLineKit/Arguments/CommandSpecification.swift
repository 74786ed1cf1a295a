/// A command's name, arguments and options, for parser, help and completions.
package struct CommandSpecification: Hashable, Sendable {
  /// An example command line.
  package struct Example: Hashable, Sendable {
    /// The arguments as typed, without the tool's name.
    package let arguments: String
    /// Its effect.
    package let meaning: String

    /// Creates an example.
    package init(_ arguments: String, _ meaning: String) {
      self.arguments = arguments
      self.meaning = meaning
    }
  }

  /// The command's name.
  package let name: String
  /// Its purpose, in one line.
  package let abstract: String
  /// Its properties, by which tests choose commands.
  package let traits: Set<CommandTrait>
  /// Its description: paragraphs with their line breaks.
  package let overview: String
  /// Example command lines.
  package let examples: [Example]
  /// The positional arguments, in order.
  package let arguments: [ArgumentSpecification]
  /// The command's own options, without the shared ones.
  package let options: [OptionSpecification]
  /// Further sections of the help page, such as exit codes.
  package let sections: [HelpSection]

  /// Creates a specification.
  package init(
    name: String, abstract: String, traits: Set<CommandTrait>, overview: String = "", examples: [Example] = [],
    arguments: [ArgumentSpecification] = [], options: [OptionSpecification] = [],
    sections: [HelpSection] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.traits = traits
    self.overview = overview
    self.examples = examples
    self.arguments = arguments
    self.options = options
    self.sections = sections
  }

  /// The command's own options and the shared ones.
  package var allOptions: [OptionSpecification] { options + OptionSpecification.shared }
}
