import Expectations
import TestSupport
import Testing

struct ExpectEqualTests {
  @Test func `an issue has the comment, both values, and the first line that differs`() {
    let comments = Log<[String]>()
    withKnownIssue {
      expectEqual([1, 2], [1], "two lists")
      expectEqual("a\nb\nc", "a\nd\nc")
      expectEqual("a", "a\nb\n")
    } matching: { issue in
      comments.append(issue.comments.map(\.rawValue))
      return issue.sourceLocation?.fileID == #fileID
    }
    expectEqual(
      comments.values.flatMap(\.self),
      [
        "two lists\nfound     [1, 2]\nexpected  [1]",
        """
        found     "a\\nb\\nc"
        expected  "a\\nd\\nc"
        line 2 is the first that differs:
          "b"
          "d"
        """,
        """
        found     "a"
        expected  "a\\nb\\n"
        line 2 is the first that differs:
          no line
          "b"
        """,
      ])
  }

  @Test func `equal values are no issue, and need no comment`() {
    func unneeded() -> Comment {
      Issue.record("the comment was made")
      return ""
    }
    expectEqual(1, 1, unneeded())
    expectEqual(nil, Int?.none)
  }
}
