import CommandLineKit
import ReduxReplay

/// A JUnit XML report, with a test for each journal.
struct JUnitReport {
  private static let suite = "reduxlog verify"

  private let results: [Verification]

  init(_ results: [Verification]) { self.results = results }

  /// The document.
  var text: String {
    let failures = results.count { if case .diverged = $0.outcome { true } else { false } }
    let errors = results.count { $0.failure != nil }
    let counts = "tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="\(JUnitReport.suite)" \(counts) skipped="0">
      \(results.map(JUnitReport.test).joined())  </testsuite>
      </testsuites>

      """
  }

  private static func test(_ result: Verification) -> String {
    let path = escaped(result.path)
    let start = "    <testcase classname=\"\(suite)\" name=\"\(path)\" file=\"\(path)\""
    var content = ""
    if case .diverged(let divergence) = result.outcome {
      let details =
        ["\(place(divergence.path, divergence.line))\(divergence.message)"] + divergence.details(file: result.path)
        + result.report.divergenceLines.map(\.plain)
      content += element("failure", type: result.status, message: divergence.message, details)
    } else if let failure = result.failure {
      let details =
        ["\(place(failure.file ?? result.path, failure.line))\(failure.message)"] + [failure.advice].compactMap(\.self)
      content += element("error", type: result.status, message: failure.message, details)
    }
    let warnings = result.warnings.map { "\(place($0.segment ?? result.path, $0.line))warning: \($0.message)" }
    if !warnings.isEmpty { content += "      <system-err>\(lines(warnings))</system-err>\n" }
    return content.isEmpty ? start + "/>\n" : start + ">\n\(content)    </testcase>\n"
  }

  private static func element(_ name: String, type: String, message: String, _ details: [String]) -> String {
    "      <\(name) type=\"\(type)\" message=\"\(escaped(message))\">\(lines(details))</\(name)>\n"
  }

  private static func place(_ path: String, _ line: Int?) -> String { line.map { "\(path):\($0): " } ?? "\(path): " }

  private static func lines(_ lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }

  /// Control characters are as unsafe in a CI system's page as in a terminal.
  private static func escaped(_ text: String) -> String { XMLText.escaped(text.escapedForTerminal) }
}
