import Expectations
import ReduxViews
import Testing

struct HTMLTextTests {
  @Test func interpolatedTextIsEscaped() {
    let text = #"</b><script>alert("&'")</script>"#
    let html: HTMLText = "<b>\(text)</b>"
    expectEqual(html.markup, "<b>&lt;/b&gt;&lt;script&gt;alert(&quot;&amp;&#39;&quot;)&lt;/script&gt;</b>")
  }

  @Test func controlsAndDirectionMarksAreReplaced() {
    let text = "a\u{0}b\u{1B}[2J\u{202E}c\u{2066}d\u{85}e\nf\tg é 😀"
    expectEqual(HTMLText(text).markup, "a\u{FFFD}b\u{FFFD}[2J\u{FFFD}c\u{FFFD}d\u{FFFD}e\nf\tg é 😀")
  }

  @Test func partsStayMarkup() {
    let part: HTMLText = "<i>\("<")</i>"
    expectEqual(HTMLText.joined([part, "<p>\(part)\(7)</p>"]).markup, "<i>&lt;</i><p><i>&lt;</i>7</p>")
  }
}
