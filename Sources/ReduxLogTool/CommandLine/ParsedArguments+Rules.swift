import CommandLineKit
import StateCoding

extension OptionSpecification {
  /// `--redact`, for a command that writes under rules.
  static let redact = OptionSpecification(
    "redact", value: "PTR", isRepeatable: true,
    help: "Redact the value at a JSON Pointer; * matches any key or index. Repeatable.")

  /// `--redact-name`, for a command that writes under rules.
  static let redactName = OptionSpecification(
    "redact-name", value: "NAME", isRepeatable: true,
    help: "Also redact members with this name. Repeatable.")

  /// `--exempt`, for a command that writes under rules.
  static let exempt = OptionSpecification(
    "exempt", value: "PTR", isRepeatable: true,
    help: "Write the value at a JSON Pointer, whatever its name and form; * matches any key or index. Repeatable.")

  /// `--exempt-name`, for a command that writes under rules.
  static let exemptName = OptionSpecification(
    "exempt-name", value: "NAME", isRepeatable: true,
    help: "Don't redact members because of this name. Repeatable.")

  /// `--allow`, for a command that writes under rules.
  static let allow = OptionSpecification(
    "allow", value: "PTR", isRepeatable: true,
    help: "Redact everything except the value at a JSON Pointer; * matches any key or index. Repeatable.")

  /// `--no-default-rules`, for a command that writes under rules.
  static let noDefaultRules = OptionSpecification(
    "no-default-rules",
    help: "Don't redact members with common secret names, such as password and token, or texts in the form of secrets.")

  /// `--keep-text`, for a command that writes under rules.
  static let keepText = OptionSpecification(
    "keep-text", help: "Write the texts of errors and marks. No rule can find secrets in them.")

  /// The options that define rules.
  static let rules = [redact, redactName, exempt, exemptName, allow, noDefaultRules, keepText]
}

extension ParsedArguments {
  /// The rules from the options; `off` if they redact nothing.
  ///
  /// - Throws: `UsageError` for an invalid JSON Pointer, or rules beyond the limits.
  func rules() throws(UsageError) -> RedactionRules {
    let names = (has(.noDefaultRules) ? [] : RedactionRules.usualNames) + self[.redactName]
    let redacted = try pointers(of: .redact)
    let allowed = has(.allow) ? try pointers(of: .allow) : nil
    if names.isEmpty, redacted.isEmpty, allowed == nil { return .off }
    var detection = has(.noDefaultRules) ? SecretDetection.none : .usual
    if detection != .none { detection.exceptions += self[.exemptName] }
    let rules = RedactionRules(
      redacting: redacted, exempting: try pointers(of: .exempt), names: names, detecting: detection, allowing: allowed,
      writingFreeText: has(.keepText))
    if let limit = rules.brokenLimit { throw UsageError("rules may have \(limit)") }
    return rules
  }

  /// The pointers of an option.
  ///
  /// - Throws: `UsageError` for an invalid JSON Pointer.
  func pointers(of option: OptionSpecification) throws(UsageError) -> [RedactionRules.Pointer] {
    var pointers: [RedactionRules.Pointer] = []
    for text in self[option] {
      do { pointers.append(try RedactionRules.Pointer(parsing: text)) } catch {
        throw UsageError("option '\(option.spelling)': '\(text)' isn't a JSON Pointer: \(error)")
      }
    }
    return pointers
  }
}
