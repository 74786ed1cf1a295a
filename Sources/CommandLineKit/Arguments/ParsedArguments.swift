import SystemSupport

/// The arguments of a call, checked against its command's specification.
package struct ParsedArguments: Hashable, Sendable {
  /// The values of the positional arguments, by placeholder.
  var positionals: [String: [String]] = [:]
  /// The values of the options, by long name; a flag has an empty list.
  var options: [String: [String]] = [:]

  /// Creates empty arguments.
  package init() {}

  /// The values of all positional arguments.
  package var positionalValues: [String] { positionals.values.flatMap(\.self) }

  /// The values of all options but one.
  package func otherValues(than option: OptionSpecification) -> [String] {
    options.filter { $0.key != option.name }.values.flatMap(\.self)
  }

  /// All values of a positional argument, in order.
  package subscript(argument: ArgumentSpecification) -> [String] { positionals[argument.name] ?? [] }

  /// The value of a positional argument that accepts at most one.
  package func value(of argument: ArgumentSpecification) -> String? { self[argument].first }

  /// The value of a required positional argument.
  package func required(_ argument: ArgumentSpecification) throws(UsageError) -> String {
    guard let value = self[argument].first else { throw UsageError("missing argument \(argument.name)") }
    return value
  }

  /// The value of an option that a rule requires.
  package func required(_ option: OptionSpecification) throws(UsageError) -> String {
    guard let value = value(of: option) else { throw UsageError("option '\(option.spelling)' is missing") }
    return value
  }

  /// Whether an option was given.
  package func has(_ option: OptionSpecification) -> Bool { options[option.name] != nil }

  /// All values of a repeatable option, in order.
  package subscript(option: OptionSpecification) -> [String] { options[option.name] ?? [] }

  /// The value of an option, if it was given.
  package func value(of option: OptionSpecification) -> String? { self[option].last }

  /// The value of an option as a whole number in a range; `nil` without the option.
  package func integer(
    of option: OptionSpecification, in range: ClosedRange<Int> = 0...Int.max
  ) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      let isTooLarge = Int(text) == nil && !text.isEmpty && text.utf8.allSatisfy { $0 &- 0x30 < 10 }
      let bounds =
        range.upperBound == Int.max && !isTooLarge
        ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw UsageError("option '\(option.spelling)': expected a whole number \(bounds), found '\(text)'")
    }
    return number
  }

  /// The value of `--format`.
  package func format(default standard: OutputFormat = .human) -> OutputFormat {
    options["format"]?.last.flatMap(OutputFormat.init(rawValue:)) ?? standard
  }
}

extension ParsedArguments {
  /// The value of an option as a number of bytes, such as `4096`, `64K`, `16M` or `1G`; `nil` without the option.
  package func byteCount(of option: OptionSpecification) throws(UsageError) -> Int? {
    guard let text = value(of: option) else { return nil }
    let shift: Int? =
      switch text.last {
      case "K", "k": 10
      case "M", "m": 20
      case "G", "g": 30
      default: nil
      }
    let number = Int(shift == nil ? text[...] : text.dropLast())
    guard let number, number > 0,
      case let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0)),
      !overflow
    else {
      throw UsageError(
        "option '\(option.spelling)': expected a number of bytes, such as 4096, 64K, 16M or 1G, found '\(text)'")
    }
    return bytes
  }
}
