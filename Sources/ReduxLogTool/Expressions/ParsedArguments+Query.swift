import CommandLineKit
import JSONQuery

extension ParsedArguments {
  /// The query of an option; `nil` if the option isn't given.
  ///
  /// - Throws: `UsageError`, with the column of a mistake.
  func query(of option: OptionSpecification) throws(UsageError) -> JSONPath? {
    guard let text = value(of: option) else { return nil }
    do { return try JSONPath(text) } catch { throw UsageError("option '\(option.spelling)': \(error.explanation)") }
  }

  /// The expression of an option; `nil` if the option isn't given.
  ///
  /// - Throws: `UsageError`, with the column of a mistake.
  func expression(of option: OptionSpecification) throws(UsageError) -> JSONExpression? {
    guard let text = value(of: option) else { return nil }
    do { return try JSONExpression(text) } catch {
      throw UsageError("option '\(option.spelling)': \(error.explanation)")
    }
  }
}
