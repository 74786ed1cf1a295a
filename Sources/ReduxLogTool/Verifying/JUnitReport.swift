import CommandLineKit

/// A JUnit XML report, with a test for each journal.
struct JUnitReport {
  /// A problem of a journal.
  struct Problem {
    let type: String
    let message: String
    let details: [String]
  }

  /// A journal as a test.
  struct Test {
    let path: String
    /// It isn't as it should be.
    let failure: Problem?
    /// It can't be checked.
    let error: Problem?
    let warnings: [String]
  }

  private let suite: String
  private let tests: [Test]

  init(suite: String, _ tests: [Test]) {
    self.suite = suite
    self.tests = tests
  }

  /// The document.
  var text: String {
    let failures = tests.count { $0.failure != nil }
    let errors = tests.count { $0.error != nil }
    let counts = "tests=\"\(tests.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="\(suite)" \(counts) skipped="0">
      \(tests.map(text).joined())  </testsuite>
      </testsuites>

      """
  }

  private func text(_ test: Test) -> String {
    let path = JUnitReport.escaped(test.path)
    let start = "    <testcase classname=\"\(suite)\" name=\"\(path)\" file=\"\(path)\""
    var content = ""
    if let failure = test.failure { content += JUnitReport.element("failure", failure) }
    if let error = test.error { content += JUnitReport.element("error", error) }
    if !test.warnings.isEmpty {
      content += "      <system-err>\(JUnitReport.lines(test.warnings))</system-err>\n"
    }
    return content.isEmpty ? start + "/>\n" : start + ">\n\(content)    </testcase>\n"
  }

  private static func element(_ name: String, _ problem: Problem) -> String {
    "      <\(name) type=\"\(problem.type)\" message=\"\(escaped(problem.message))\">\(lines(problem.details))</\(name)>\n"
  }

  private static func lines(_ lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }

  /// Control characters are as unsafe in a CI system's page as in a terminal.
  private static func escaped(_ text: String) -> String { XMLText.escaped(text.escapedForTerminal) }
}
