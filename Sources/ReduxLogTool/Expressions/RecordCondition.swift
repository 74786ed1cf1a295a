import CommandLineKit
import JSONQuery
import ReduxJournal
import StateTree

/// A condition on the records of a journal, as their lines are written.
struct RecordCondition {
  private let expression: JSONExpression
  private var usage = QueryUsage()

  init(_ expression: JSONExpression) { self.expression = expression }

  /// Whether a record satisfies the condition. O(n) in its line.
  ///
  /// - Throws: `JournalError` if the line can't be read, `CommandFailure` if the evaluation takes too many steps.
  mutating func holds(for entry: JournalEntry, in file: JournalFile) throws -> Bool {
    let record = try JSONDocument(file.bytes(of: entry)).root
    do { return try expression.holds(in: record, noting: &usage) } catch let error as QueryLimitError {
      throw CommandFailure(
        error.explanation, file: file.path, line: entry.line ?? file.lineNumber(atOffset: entry.offset))
    }
  }

  /// The queries that were evaluated and selected nothing.
  var queriesWithoutResults: [String] { expression.queries(withoutResultsIn: usage) }
}
