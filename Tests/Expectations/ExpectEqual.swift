package import Testing

/// Expects two values to be equal, as `#expect(found == expected)` does.
///
/// The compiler takes about 2 ms for a call, and 12 ms to expand and check the macro. If the values differ, the issue has
/// both, and of long texts the first line that differs.
@inline(never)
package func expectEqual<Value: Equatable>(
  _ found: Value, _ expected: Value, _ comment: @autoclosure () -> Comment? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
) {
  if found == expected { return }
  let parts = [comment()?.rawValue, difference(found, expected)].compactMap(\.self)
  Issue.record(
    Comment(rawValue: parts.joined(separator: "\n")),
    sourceLocation: SourceLocation(fileID: "\(fileID)", filePath: "\(filePath)", line: line, column: column))
}

private func difference(_ found: some Any, _ expected: some Any) -> String {
  var lines = ["found     \(String(reflecting: found))", "expected  \(String(reflecting: expected))"]
  if let found = found as? String, let expected = expected as? String, expected.contains("\n") {
    let pairs = [found, expected].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let count = zip(pairs[0], pairs[1]).prefix { $0 == $1 }.count
    lines.append("line \(count + 1) is the first that differs:")
    lines += pairs.map { $0.count > count ? "  \(String(reflecting: String($0[count])))" : "  no line" }
  }
  return lines.joined(separator: "\n")
}
