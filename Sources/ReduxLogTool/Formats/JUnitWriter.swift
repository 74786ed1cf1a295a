import CommandLineKit
import ReduxInspection

/// Writes a JUnit XML report, with a test for each journal.
struct JUnitWriter: FormatWriter {
  private let suite: String
  private let context: CommandContext
  private var tests = ""
  private var counts = (tests: 0, failures: 0, errors: 0)

  init(_ head: ResultHead, in context: CommandContext) {
    suite = "reduxlog \(head.command)"
    self.context = context
  }

  mutating func add(_ result: JournalResult) throws {
    try context.explain(result.messages)
    counts.tests += 1
    let path = JUnitWriter.escaped(result.path)
    var content = ""
    if let problem = result.problems.first {
      // The journal was checked, and isn't as it should be; otherwise, it can't be checked.
      let isFailure = ["diverged", "impure", "violated"].contains(result.status)
      if isFailure { counts.failures += 1 } else { counts.errors += 1 }
      let name = isFailure ? "failure" : "error"
      let details = result.problems.flatMap {
        ["\(place($0.file, $0.line))\($0.message)"] + $0.details.map(context.namingCommands)
      }
      content +=
        "      <\(name) type=\"\(result.status)\" message=\"\(JUnitWriter.escaped(problem.message))\">"
        + "\(JUnitWriter.lines(details))</\(name)>\n"
    }
    if !result.warnings.isEmpty {
      let lines = result.warnings.map { "\(place($0.segment ?? result.path, $0.line))warning: \($0.message)" }
      content += "      <system-err>\(JUnitWriter.lines(lines))</system-err>\n"
    }
    let start = "    <testcase classname=\"\(suite)\" name=\"\(path)\" file=\"\(path)\""
    tests += content.isEmpty ? start + "/>\n" : start + ">\n\(content)    </testcase>\n"
  }

  func finish() throws {
    let counts = "tests=\"\(counts.tests)\" failures=\"\(counts.failures)\" errors=\"\(counts.errors)\""
    try context.output.write(
      StyledText(
        trusted: """
          <?xml version="1.0" encoding="UTF-8"?>
          <testsuites \(counts)>
            <testsuite name="\(suite)" \(counts) skipped="0">
          \(tests)  </testsuite>
          </testsuites>

          """))
  }

  private func place(_ path: String, _ line: Int?) -> String { line.map { "\(path):\($0): " } ?? "\(path): " }

  private static func lines(_ lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }

  /// Control characters are as unsafe in a CI system's page as in a terminal.
  private static func escaped(_ text: String) -> String { XMLText.escaped(text.escapedForTerminal) }
}

/// Text for an XML 1.0 document.
package enum XMLText {
  /// Escapes characters that XML 1.0 can't contain or would treat as markup, for attributes and content.
  ///
  /// Characters that XML 1.0 can't represent, such as most control characters, become Swift escapes like `\u{1b}`. Line
  /// ends and tabs become references, so that an attribute keeps them.
  package static func escaped(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      case _ where isCharacter(scalar): result.unicodeScalars.append(scalar)
      default: result += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return result
  }

  /// The production `Char` of XML 1.0, section 2.2, without the discouraged control characters.
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7e, 0xa0...0xd7ff, 0xe000...0xfffd, 0x10000...0x10ffff: true
    default: false
    }
  }
}
