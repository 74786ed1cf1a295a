import Expectations
import StateTree
import Testing

@testable import benchmarks

struct RowTests {
  private static func row(_ comparison: RowDescription.Comparison, goal: Goal?, note: String? = nil) -> Row {
    Row(
      description: RowDescription(
        "group/name", "something that takes time", unit: "µs", against: "something else", comparison: comparison,
        goal: goal),
      measurement: Measurement(Samples([2, 2.5, 3]), against: Samples([20, 25, 35]), note: note))
  }

  @Test(arguments: [
    (Goal.ratioAtLeast(10), true), (.ratioAtLeast(10.1), false),
    (.ratioAtMost(10), true), (.ratioAtMost(9.9), false),
    (.valueAtLeast(2.5), true), (.valueAtLeast(2.6), false),
    (.valueAtMost(2.5), true), (.valueAtMost(2.4), false),
  ])
  func `a goal bounds the ratio or the value`(goal: Goal, isMet: Bool) {
    expectEqual(RowTests.row(.timesLess, goal: goal).isMet, isMet)
  }

  @Test func `a row without a baseline has no ratio, and one without a goal doesn't meet it`() {
    let description = RowDescription("a/b", "", unit: "ms", goal: .ratioAtLeast(1))
    let row = Row(description: description, measurement: Measurement(Samples([1])))
    expectEqual(row.ratio, nil)
    expectEqual(row.isMet, nil)
    expectEqual(RowTests.row(.timesLess, goal: nil).isMet, nil)
  }

  @Test func `a ratio says how many times less the value is, or how many times as much`() {
    expectEqual(RowTests.row(.timesLess, goal: nil).ratio, 10)
    expectEqual(RowTests.row(.timesAsMuch, goal: nil).ratio, 0.1)
  }

  @Test func `a value other than the median survives a change of unit`() {
    let worst = Measurement(Samples([1000, 3000]), value: 3000).scaled(by: 1e-3)
    expectEqual(worst.value, 3)
    expectEqual(worst.rounds, Samples([1, 3]))
  }

  @Test func `the table has a line for each row and its description below`() {
    let row = RowTests.row(.timesLess, goal: .ratioAtLeast(5000), note: "It was a quiet day")
    expectEqual(TextReport.line(row), "group/name                2.50 µs      25.0     10.0x    >= 5,000x   no  20%\n")
    expectEqual(
      TextReport.notes([row]),
      """

      value and baseline: medians of the rounds; ±: median deviation of the value.
      group/name: something that takes time; baseline by value, against something
          else. It was a quiet day

      """)
  }

  @Test func `the JSON document has its schema's members, with null for missing values`() {
    let rows = [
      RowTests.row(.timesLess, goal: .ratioAtLeast(4.5)),
      Row(
        description: RowDescription("group/other", "something", unit: "B"),
        measurement: Measurement(Samples([7]))),
    ]
    expectEqual(
      JSONReport(effort: .quick, rows: rows).json["rows"]?.array?.map(\.compact),
      [
        #"{"name":"group/name","unit":"µs","value":2.5,"baseline":25.0,"ratio":10.0,"goal":"ratio >= 4.5","met":true,"#
          + #""rounds":3,"spread":{"minimum":2.0,"maximum":3.0,"deviation":0.5},"summary":"something that takes time","#
          + #""against":"something else","note":null}"#,
        #"{"name":"group/other","unit":"B","value":7.0,"baseline":null,"ratio":null,"goal":null,"met":null,"#
          + #""rounds":1,"spread":{"minimum":7.0,"maximum":7.0,"deviation":0.0},"summary":"something","#
          + #""against":null,"note":null}"#,
      ])
  }
}
