import CommandLineKit
import StateTree

extension OptionSpecification {
  /// `--redact`, for a command that writes under rules.
  static let redact = OptionSpecification(
    "redact", value: "PTR", isRepeatable: true,
    help: "Write stand-ins at a JSON Pointer, in which * is any key or index. May be repeated.")

  /// `--redact-name`, for a command that writes under rules.
  static let redactName = OptionSpecification(
    "redact-name", value: "NAME", isRepeatable: true,
    help: "Write stand-ins for members with a name, besides those of the usual names. May be repeated.")

  /// `--allow`, for a command that writes under rules.
  static let allow = OptionSpecification(
    "allow", value: "PTR", isRepeatable: true,
    help: "Write stand-ins everywhere but at a JSON Pointer, in which * is any key or index. May be repeated.")

  /// `--no-default-rules`, for a command that writes under rules.
  static let noDefaultRules = OptionSpecification(
    "no-default-rules", help: "Don't redact the usual names of secrets, as password and token.")

  /// `--keep-text`, for a command that writes under rules.
  static let keepText = OptionSpecification(
    "keep-text", help: "Write what errors and marks say. No rule can look for secrets in it.")

  /// The options that make up rules.
  static let rules = [redact, redactName, allow, noDefaultRules, keepText]
}

extension ParsedArguments {
  /// The rules that the options make up; those that are off if nothing is to be redacted.
  ///
  /// - Throws: `UsageError` for what is no JSON Pointer, and for more than rules may have.
  func rules() throws(UsageError) -> RedactionRules {
    let names = (has(.noDefaultRules) ? [] : RedactionRules.usualNames) + self[.redactName]
    let redacted = try pointers(of: .redact)
    let allowed = has(.allow) ? try pointers(of: .allow) : nil
    if names.isEmpty, redacted.isEmpty, allowed == nil { return .off }
    let rules = RedactionRules(redacting: redacted, names: names, allowing: allowed, writingFreeText: has(.keepText))
    if let limit = rules.brokenLimit { throw UsageError("rules may have \(limit)") }
    return rules
  }

  /// The pointers that an option gives.
  ///
  /// - Throws: `UsageError` for what is no JSON Pointer.
  func pointers(of option: OptionSpecification) throws(UsageError) -> [RedactionRules.Pointer] {
    var pointers: [RedactionRules.Pointer] = []
    for text in self[option] {
      do { pointers.append(try RedactionRules.Pointer(parsing: text)) } catch {
        throw UsageError("option '\(option.spelling)': '\(text)' is no JSON Pointer: \(error)")
      }
    }
    return pointers
  }
}
