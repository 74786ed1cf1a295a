import Expectations
import ReduxLogTool
import Testing

@Suite("Text for CI systems")
struct WorkflowCommandTests {
  @Test(
    "is a workflow command of GitHub with every separator escaped",
    arguments: [
      (
        WorkflowCommand(.error, file: "a:b,c%.jsonl", line: 3, title: "x: y", message: "100%: a, b\nc"),
        "::error file=a%3Ab%2Cc%25.jsonl,line=3,title=x%3A y::100%25: a, b%0Ac"
      ),
      (
        WorkflowCommand(.warning, title: "t", message: "\u{1b}[2J\r::error::x"),
        "::warning title=t::\\u{1b}[2J\\r::error::x"
      ),
      (
        WorkflowCommand(.notice, file: "a\n::error::b", title: "", message: ""),
        "::notice file=a\\n%3A%3Aerror%3A%3Ab,title=::"
      ),
    ])
  func workflowCommand(command: WorkflowCommand, text: String) { expectEqual(command.text, text) }

  @Test(
    "is XML without what XML 1.0 can't hold",
    arguments: [
      ("a < b && c > \"d\"", "a &lt; b &amp;&amp; c &gt; &quot;d&quot;"),
      ("a\tb\r\nc", "a&#9;b&#13;&#10;c"),
      ("\0\u{1b}[2J\u{7f}\u{85}", "\\u{0}\\u{1b}[2J\\u{7f}\\u{85}"),
      ("\u{fffe}\u{ffff}\u{fffd}é😀", "\\u{fffe}\\u{ffff}\u{fffd}é😀"),
      ("]]>", "]]&gt;"),
    ])
  func xml(text: String, escaped: String) { expectEqual(XMLText.escaped(text), escaped) }
}
