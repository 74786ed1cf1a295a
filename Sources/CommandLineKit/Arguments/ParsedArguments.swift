import SystemSupport

/// The arguments of a call, checked against its command's specification.
package struct ParsedArguments: Hashable, Sendable {
  /// The values of the positional arguments, by placeholder.
  var positionals: [String: [String]] = [:]
  /// The values of the options, by long name; a flag has an empty list.
  var options: [String: [String]] = [:]

  /// Creates empty arguments.
  package init() {}

  /// All values of a positional argument, in order.
  package subscript(argument: ArgumentSpecification) -> [String] { positionals[argument.name] ?? [] }

  /// The value of a positional argument that accepts at most one.
  package func value(of argument: ArgumentSpecification) -> String? { self[argument].first }

  /// The value of a required positional argument.
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

  /// The value of an option as a whole number in a range; `nil` without the option.
  ///
  /// - Throws: `UsageError` for any other value.
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

  /// Checks that at most one of these options was given.
  ///
  /// - Throws: `UsageError` that names the first two.
  package func allowAtMostOne(of options: OptionSpecification...) throws(UsageError) {
    let given = options.filter(has)
    guard given.count > 1 else { return }
    throw UsageError("options '\(given[0].spelling)' and '\(given[1].spelling)' can't be combined")
  }
}
