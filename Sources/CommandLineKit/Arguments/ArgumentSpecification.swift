/// A positional argument that a command takes, as data: parser, help and completions read it.
package struct ArgumentSpecification: Hashable, Sendable {
  /// How many arguments it stands for.
  package enum Arity: Hashable, Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// At least one.
    case oneOrMore
  }

  /// What a completion script offers for it.
  package enum Completion: Hashable, Sendable {
    /// Names of files.
    case files
    /// These words.
    case words([String])
    /// Nothing.
    case nothing
  }

  /// The placeholder in the help, in capitals: `FILE`.
  package let name: String
  /// What it is, in one sentence.
  package let help: String
  /// How many arguments it stands for.
  package let arity: Arity
  /// What a completion script offers.
  package let completion: Completion

  /// Creates a specification.
  package init(_ name: String, arity: Arity = .one, completion: Completion = .files, help: String) {
    self.name = name
    self.arity = arity
    self.completion = completion
    self.help = help
  }

  /// How a usage line shows it.
  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    }
  }
}
