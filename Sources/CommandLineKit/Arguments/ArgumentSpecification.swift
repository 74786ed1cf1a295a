/// A positional argument of a command, for parser, help and completions.
package struct ArgumentSpecification: Hashable, Sendable {
  /// How many arguments it accepts.
  package enum Arity: Hashable, Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// Any number.
    case any
    /// At least one.
    case oneOrMore
    /// All arguments after a word, as they are, even options; none without it.
    case rest(after: String)
  }

  /// The candidates that a completion script offers.
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
  /// Its meaning, in one sentence.
  package let help: String
  /// How many arguments it accepts.
  package let arity: Arity
  /// The candidates that a completion script offers.
  package let completion: Completion

  /// Creates a specification.
  package init(_ name: String, arity: Arity = .one, completion: Completion = .files, help: String) {
    self.name = name
    self.arity = arity
    self.completion = completion
    self.help = help
  }

  /// Its form in a usage line.
  var usage: String {
    switch arity {
    case .one: name
    case .optional: "[\(name)]"
    case .any: "[\(name)...]"
    case .oneOrMore: "\(name)..."
    case .rest(let word): "[\(word) \(name)...]"
    }
  }
}
