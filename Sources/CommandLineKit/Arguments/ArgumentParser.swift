/// Parses the arguments of a call by its command's specification.
///
/// It accepts `--opt VALUE`, `--opt=VALUE`, `-n 5` and `-n5`; `--` ends the options; `-` is an argument. An option's
/// value may begin with a dash (`--to -1`) unless it equals an option of the command.
package struct ArgumentParser {
  private let specification: CommandSpecification
  private let byLongName: [String: OptionSpecification]
  private let byLetter: [Character: OptionSpecification]

  /// Creates a parser for the arguments of a command.
  package init(_ specification: CommandSpecification) {
    self.specification = specification
    let options = specification.allOptions
    byLongName = Dictionary(options.map { ($0.name, $0) }, uniquingKeysWith: { own, _ in own })
    byLetter = Dictionary(
      options.compactMap { option in option.short.map { ($0, option) } }, uniquingKeysWith: { own, _ in own })
  }

  /// Parses the arguments after the command's name.
  ///
  /// With `--help`, missing arguments aren't an error.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    var parsed = ParsedArguments()
    var positionals: [String] = []
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      index += 1
      if let (rest, word) = specification.rest, argument == word, positionals.count == specification.arguments.count - 1
      {
        parsed.positionals[rest.name] = Array(arguments[index...])
        if index == arguments.count { throw UsageError("missing argument \(rest.name) after '\(word)'") }
        break
      }
      if argument == "--" {
        positionals += arguments[index...]
        break
      }
      guard argument.utf8.first == UInt8(ascii: "-"), argument != "-" else {
        positionals.append(argument)
        continue
      }
      let (option, attached) = try option(for: argument)
      if option.value == nil {
        if attached != nil { throw UsageError("option '\(option.spelling)' takes no value") }
        parsed.options[option.name] = []
        continue
      }
      var value = attached
      if value == nil, index < arguments.count, !isOption(arguments[index]) {
        value = arguments[index]
        index += 1
      }
      try add(value, of: option, to: &parsed)
    }
    try assign(positionals, to: &parsed)
    if !parsed.has(.help), let problem = specification.rules.lazy.compactMap({ $0.problem(parsed) }).first {
      throw UsageError(problem)
    }
    return parsed
  }

  private func isOption(_ argument: String) -> Bool {
    if argument == "--" { return true }
    if argument.isLongOption { return byLongName[argument.longOption.name] != nil }
    return argument.count == 2 && argument.first == "-" && argument.last.flatMap { byLetter[$0] } != nil
  }

  private func option(for argument: String) throws(UsageError) -> (OptionSpecification, attached: String?) {
    if argument.isLongOption {
      let (name, attached) = argument.longOption
      if let option = byLongName[name] { return (option, attached) }
      let clause = Suggestion.nearest(to: name, among: specification.allOptions.map(\.name))
      throw UsageError("unknown option '--\(name)'" + (clause.map { "; did you mean '--\($0)'?" } ?? ""))
    }
    let letters = argument.unicodeScalars.dropFirst()
    guard let letter = letters.first, let option = byLetter[Character(letter)] else {
      // One dash instead of two is the most common typo.
      let meant = byLongName[String(letters)]
      throw UsageError("unknown option '\(argument)'" + (meant.map { "; did you mean '\($0.spelling)'?" } ?? ""))
    }
    let rest = String(letters.dropFirst())
    if option.value == nil, !rest.isEmpty { throw UsageError("unknown option '\(argument)'") }
    return (option, rest.isEmpty ? nil : rest)
  }

  private func add(
    _ value: String?, of option: OptionSpecification, to parsed: inout ParsedArguments
  ) throws(UsageError) {
    guard let value else {
      throw UsageError("option '\(option.spelling)' needs a value: \(option.spelling) \(option.value ?? "")")
    }
    if !option.allowedValues.isEmpty, !option.allowedValues.contains(value) {
      throw UsageError(
        "option '\(option.spelling)': '\(value)' is not one of \(option.allowedValues.joined(separator: ", "))"
          + Suggestion.clause(for: value, among: option.allowedValues))
    }
    if parsed.has(option), !option.isRepeatable { throw UsageError("option '\(option.spelling)' is given twice") }
    parsed.options[option.name, default: []].append(value)
  }

  private func assign(_ positionals: [String], to parsed: inout ParsedArguments) throws(UsageError) {
    var rest = positionals[...]
    let wanted = specification.arguments
    for (position, argument) in wanted.enumerated() where !argument.isRest {
      let needed = wanted[(position + 1)...].count { $0.arity == .one || $0.arity == .oneOrMore }
      let available = max(0, rest.count - needed)
      let count =
        switch argument.arity {
        case .one, .optional: min(1, available)
        case .any, .oneOrMore: available
        case .rest: 0
        }
      if count == 0, argument.arity == .one || argument.arity == .oneOrMore, !parsed.has(.help) {
        throw UsageError("missing argument \(argument.name)")
      }
      parsed.positionals[argument.name] = Array(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    if let extra = rest.first, !parsed.has(.help) { throw UsageError("unexpected argument '\(extra)'") }
  }
}

extension CommandSpecification {
  /// The argument that takes everything after a word, with the word.
  fileprivate var rest: (ArgumentSpecification, word: String)? {
    for argument in arguments {
      if case .rest(let word) = argument.arity { return (argument, word) }
    }
    return nil
  }
}

extension ArgumentSpecification {
  fileprivate var isRest: Bool { if case .rest = arity { true } else { false } }
}

/// Options are split by scalars, not characters: an accent at the start of a value doesn't change the sign before it.
extension String {
  /// Whether the argument begins with two dashes.
  fileprivate var isLongOption: Bool { utf8.starts(with: "--".utf8) }

  /// The parts of `--name` or `--name=value`.
  var longOption: (name: String, value: String?) {
    let scalars = unicodeScalars.dropFirst(2)
    guard let sign = scalars.firstIndex(of: "=") else { return (String(scalars), nil) }
    return (String(scalars[..<sign]), String(scalars[scalars.index(after: sign)...]))
  }
}

/// Suggestions for misspelt words.
package enum Suggestion {
  /// Returns the candidate nearest to a word, if one is near enough.
  ///
  /// Near enough means a distance of at most a third of the longer word, at least 1, with a letter in common; or that the
  /// word begins a candidate.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let scored = candidates.map { (candidate: $0, distance: distance(word, $0)) }
    if let best = scored.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, max(word.count, best.candidate.count) / 3),
      best.distance < max(word.count, best.candidate.count)
    {
      return best.candidate
    }
    return word.count >= 2 ? candidates.first { $0.hasPrefix(word) } : nil
  }

  /// `; did you mean 'X'?`, or nothing.
  package static func clause(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// Returns the number of insertions, removals, replacements and swaps of neighbours that turn one word into the other
  /// (optimal string alignment). O(n·m).
  package static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        var cost = min(
          last[column + 1] + 1, current[column] + 1, last[column] + (left[row] == right[column] ? 0 : 1))
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
