/// A rule about which options can be given together.
package struct OptionRule: Sendable {
  let problem: @Sendable (ParsedArguments) -> String?

  /// Creates a rule from what it finds wrong with a call.
  package init(_ problem: @escaping @Sendable (ParsedArguments) -> String?) { self.problem = problem }

  /// At most one of these options can be given.
  package static func exclusive(_ options: OptionSpecification...) -> OptionRule {
    OptionRule { arguments in
      let given = options.filter(arguments.has)
      return given.count < 2
        ? nil : "options '\(given[0].spelling)' and '\(given[1].spelling)' can't be combined"
    }
  }

  /// None of the other options can be given with this one.
  package static func excludes(_ option: OptionSpecification, _ others: [OptionSpecification]) -> OptionRule {
    OptionRule { arguments in
      guard arguments.has(option), let other = others.first(where: arguments.has) else { return nil }
      return "'\(option.spelling)' and '\(other.spelling)' can't be combined"
    }
  }

  /// An option needs one of others, which the message may describe.
  package static func needs(
    _ option: OptionSpecification, _ others: OptionSpecification..., as description: String? = nil
  ) -> OptionRule {
    OptionRule { arguments in
      guard arguments.has(option), !others.contains(where: arguments.has) else { return nil }
      return "'\(option.spelling)' needs \(description ?? "'\(others[0].spelling)'")"
    }
  }

  /// An option can't be left out.
  package static func required(_ option: OptionSpecification, _ hint: String) -> OptionRule {
    OptionRule { $0.value(of: option) == nil ? "option '\(option.spelling)' is missing: \(hint)" : nil }
  }
}
