import SystemSupport

/// The arguments of one call of a command, checked against its specification.
package struct ParsedArguments: Hashable, Sendable {
  /// Values of the positional arguments, by placeholder.
  var positionals: [String: [String]] = [:]
  /// Values of the options that were given, by long name; a flag has an empty list.
  var options: [String: [String]] = [:]

  /// Creates the arguments of a call without any.
  package init() {}

  /// All values of a positional argument, in order.
  package subscript(argument: ArgumentSpecification) -> [String] { positionals[argument.name] ?? [] }

  /// The value of a positional argument that stands for one at most.
  package func value(of argument: ArgumentSpecification) -> String? { self[argument].first }

  /// The value of a positional argument that the parser has made sure of.
  ///
  /// - Throws: `UsageError` if the specification allows it to be missing, and it is.
  package func required(_ argument: ArgumentSpecification) throws(UsageError) -> String {
    guard let value = self[argument].first else { throw UsageError("missing argument \(argument.name)") }
    return value
  }

  /// Whether an option was given.
  package func has(_ option: OptionSpecification) -> Bool { options[option.name] != nil }

  /// All values of a repeatable option, in order.
  package subscript(option: OptionSpecification) -> [String] { options[option.name] ?? [] }

  /// The value of an option, if it was given.
  package func value(of option: OptionSpecification) -> String? { self[option].last }

  /// The value of an option as a whole number in a range, if the option was given.
  ///
  /// - Throws: `UsageError` if it is anything else.
  package func integer(
    of option: OptionSpecification, in range: ClosedRange<Int> = 0...Int.max
  ) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let bounds =
        range.upperBound == Int.max
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("option '\(option.spelling)': expected a whole number \(bounds), found '\(text)'")
    }
    return number
  }

  /// The value of `--format`.
  package func format(default standard: OutputFormat = .human) -> OutputFormat {
    options["format"]?.last.flatMap(OutputFormat.init(rawValue:)) ?? standard
  }

  /// Makes sure that no two of these options were given together.
  ///
  /// - Throws: `UsageError` that names the first two that were.
  package func allowAtMostOne(of options: OptionSpecification...) throws(UsageError) {
    let given = options.filter(has)
    guard given.count > 1 else { return }
    throw UsageError("options '\(given[0].spelling)' and '\(given[1].spelling)' can't be combined")
  }
}
