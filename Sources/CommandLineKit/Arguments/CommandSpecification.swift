/// What a command is called and takes, as data: parser, help and completions are made from it.
package struct CommandSpecification: Hashable, Sendable {
  /// A command line to imitate.
  package struct Example: Hashable, Sendable {
    /// The arguments as they are typed, the tool's name left out.
    package let arguments: String
    /// What that does.
    package let meaning: String

    /// Creates an example.
    package init(_ arguments: String, _ meaning: String) {
      self.arguments = arguments
      self.meaning = meaning
    }
  }

  /// The word that calls the command.
  package let name: String
  /// What it does, in one line.
  package let abstract: String
  /// What there is to know beyond that: paragraphs, broken into lines as they shall appear.
  package let overview: String
  /// Command lines to imitate.
  package let examples: [Example]
  /// The positional arguments, in order.
  package let arguments: [ArgumentSpecification]
  /// The command's own options; those that all commands share are added.
  package let options: [OptionSpecification]
  /// What else the help page lists, such as exit codes.
  package let sections: [HelpSection]

  /// Creates a specification.
  package init(
    name: String, abstract: String, overview: String = "", examples: [Example] = [],
    arguments: [ArgumentSpecification] = [], options: [OptionSpecification] = [],
    sections: [HelpSection] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.overview = overview
    self.examples = examples
    self.arguments = arguments
    self.options = options
    self.sections = sections
  }

  /// The command's own options and those that all commands share.
  package var allOptions: [OptionSpecification] { options + OptionSpecification.shared }
}
