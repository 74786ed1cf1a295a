package import CommandLineKit
import JSONQuery
package import ReducerIsolation
package import ReduxJournal
package import StateTree

/// A condition on the states of a journal, in a form that can be sent to another process.
package struct Expectation: Codable, Hashable, Sendable {
  /// The forms of a condition.
  package enum Condition: Codable, Hashable, Sendable {
    /// An expression, in which `$` is the document.
    case expression(String)
    /// A check of the app.
    case check(String)
    /// The document exists.
    case exists
    /// A command that reads the document, and exits with 0.
    case command([String])
  }

  package let condition: Condition
  /// The JSON Pointer to the document in a state.
  package let pointer: String

  /// The condition, as the user wrote it.
  package var text: String {
    switch condition {
    case .expression(let text): text
    case .check(let name): "check:\(name)"
    case .exists: "a value at \(pointer)"
    case .command(let words): words.map(ShellWord.quoted).joined(separator: " ")
    }
  }

  /// Returns the predicate of a state that satisfies the condition or doesn't: "has no value at /a".
  package func predicate(_ holds: Bool) -> String {
    if case .exists = condition { return holds ? "has a value at \(pointer)" : "has no value at \(pointer)" }
    return holds ? "satisfies \(text)" : "doesn't satisfy \(text)"
  }

  /// The sentence that the condition doesn't hold.
  package var failure: String {
    if case .exists = condition { return "there is no value at \(pointer)" }
    return "\(text) is false"
  }

  /// Parses the value of an option such as `--expect`: an expression, or `check:NAME`.
  package init(
    parsing text: String, of option: OptionSpecification, at pointer: JSONPointer?, in file: JournalFile,
    _ apps: AppCatalog
  ) throws {
    try self.init(parsing: text, named: "option '\(option.spelling)'", at: pointer, in: file, apps)
  }

  /// Parses a condition that errors name so.
  init(
    parsing text: String, named name: String, at pointer: JSONPointer?, in file: JournalFile, _ apps: AppCatalog
  ) throws {
    self.pointer = pointer?.description ?? ""
    guard text.hasPrefix("check:") else {
      try Expectation.checkSyntax(of: text, named: name)
      condition = .expression(text)
      return
    }
    let check = String(text.dropFirst("check:".count))
    let known = try apps.app(of: file).type.checkNames
    guard known.contains(check) else {
      let list = known.isEmpty ? "it has none" : "it has " + known.joined(separator: ", ")
      throw UsageError(
        "\(name): the app '\(file.header.app.name)' has no check '\(check)'; \(list)"
          + Suggestion.clause(for: check, among: known))
    }
    guard pointer == nil else { throw UsageError("a check reads the whole state; leave out the pointer") }
    condition = .check(check)
  }

  /// Checks an expression. Whether a check exists depends on the app.
  package static func checkSyntax(of text: String, _ option: OptionSpecification) throws(UsageError) {
    try checkSyntax(of: text, named: "option '\(option.spelling)'")
  }

  private static func checkSyntax(of text: String, named name: String) throws(UsageError) {
    guard !text.hasPrefix("check:") else { return }
    do { _ = try JSONExpression(text) } catch { throw UsageError("\(name): \(error.explanation)") }
  }

  package init(_ condition: Condition, at pointer: JSONPointer?) {
    self.condition = condition
    self.pointer = pointer?.description ?? ""
  }
}
