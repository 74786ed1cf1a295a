import CommandLineKit
import ReduxJournal

/// The Swift file of a generated test.
struct TestSource {
  /// The journal's name, beside the file.
  let journal: String
  let app: SwiftTypeName
  /// The condition; `nil` if the recorded states are expected.
  let expectation: String?

  /// The words of the journal's name.
  private var words: [Substring] {
    let words = journal.dropLast(".jsonl".count).split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return words.isEmpty ? ["session"] : words
  }

  /// The name of a type for the journal, such as `LostItems`.
  var name: String {
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first?.isLetter == true ? name : "Session" + name
  }

  /// The file's text, with a summary of the session in one sentence.
  func text(_ style: TestStyle, summary: String) -> String {
    let head =
      "// Written by 'reduxlog generate-test'. Keep Git from changing the journal's line endings: *.jsonl -text"
    let body = call.split(separator: "\n")
    switch style {
    case .swiftTesting:
      return """
        \(head)

        \(imports("Testing"))

        @testable import \(app.module)

        /// \(summary.escapedForTerminal)
        @Test func `\(words.joined(separator: " "))`() throws {
        \(body.map { "  \($0)" }.joined(separator: "\n"))
        }

        """
    case .xctest:
      return """
        \(head)

        \(imports("XCTest"))

        @testable import \(app.module)

        final class \(name)Tests: XCTestCase {
          /// \(summary.escapedForTerminal)
          func test\(name)() throws {
        \(body.map { "    \($0)" }.joined(separator: "\n"))
          }
        }

        """
    }
  }

  private func imports(_ library: String) -> String {
    ["ReduxLogTesting", library].map { "import \($0)" }.joined(separator: "\n")
  }

  private var call: String {
    guard let expectation else { return "try expectReplays(\(literal(journal)), as: \(app.name).self)" }
    return """
      try expectState(
        of: \(literal(journal)), as: \(app.name).self,
        satisfies: \(literal(expectation)))
      """
  }

  /// A string literal, raw if the text has quotes or backslashes.
  private func literal(_ text: String) -> String {
    var sign = ""
    if text.contains(where: { "\"\\".contains($0) }) {
      sign = "#"
      while text.contains("\"\(sign)") || text.contains("\\\(sign)") { sign += "#" }
    }
    let body = text.unicodeScalars.map { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        "\\\(sign)u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\(sign)\"\(body.joined())\"\(sign)"
  }
}

/// The library of a generated test.
enum TestStyle: String, CaseIterable {
  case swiftTesting = "swift-testing"
  case xctest
}

/// The name by which another module's code refers to an app's type.
struct SwiftTypeName: Hashable {
  let module: String
  /// The name in the module: `CartApp`, or `Cart.App`.
  let name: String

  init(_ reflected: String, ofAppIn file: JournalFile) throws(CommandFailure) {
    guard !reflected.contains("("), let dot = reflected.firstIndex(of: ".") else {
      throw CommandFailure(
        "the app '\(file.header.app.name)' is a private type, so no test can name it", file: file.path,
        advice: "Declare it without 'private', at least with the module's own access.")
    }
    module = String(reflected[..<dot])
    name = String(reflected[reflected.index(after: dot)...])
  }
}
