package import CommandLineKit
package import ReduxNotation

extension ChangeList {
  /// Returns the lines, each with its line feed. Two threads share the work if there are many.
  ///
  /// - Parameter columns: As for `lines(indent:columns:)`.
  /// - Returns: The text; empty if nothing differs.
  /// - Throws: Nothing; the signature is that of the function that runs both threads.
  package func text(columns: Int? = nil) throws -> StyledText {
    guard changes.count > 1000 else { return joinedLines(changes[...], columns: columns) }
    let middle = changes.count / 2
    let (start, end) = try Concurrently.both(
      { joinedLines(changes[..<middle], columns: columns) }, { joinedLines(changes[middle...], columns: columns) })
    return start + end
  }
}
