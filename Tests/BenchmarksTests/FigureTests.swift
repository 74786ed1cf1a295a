import Expectations
import Testing

@testable import benchmarks

struct FigureTests {
  @Test(arguments: [
    (0.0, "0.0"), (0.0004, "0.000"), (0.3184, "0.318"), (1.005, "1.00"), (9.999, "10.00"), (47.25, "47.3"),
    (100, "100"), (999.5, "1,000"), (48_123.4, "48,123"), (1_234_567, "1,234,567"), (-2.5, "-2.50"),
    (-0.0001, "0.000"), (-1234, "-1,234"), (.infinity, "∞"), (.nan, "?"),
  ])
  func `figures have about three significant digits`(value: Double, text: String) {
    expectEqual(Figure.text(value), text)
  }

  @Test func `bounds have no more digits than needed`() {
    expectEqual(Figure.bound(4.5), "4.5")
    expectEqual(Figure.bound(5000), "5,000")
    expectEqual(Figure.percent(0.126), "13%")
  }

  @Test(arguments: [
    (Goal.ratioAtLeast(4.5), "ratio >= 4.5", ">= 4.5x"), (.ratioAtMost(2), "ratio <= 2", "<= 2x"),
    (.valueAtLeast(0.6), "value >= 0.6", ">= 0.6 ms"), (.valueAtMost(5000), "value <= 5000", "<= 5,000 ms"),
  ])
  func `goals have a form for programs and one for a column`(goal: Goal, text: String, cell: String) {
    expectEqual(goal.text, text)
    expectEqual(goal.text(unit: "ms"), cell)
  }
}
