import Expectations
import Testing

@testable import benchmarks

struct SamplesTests {
  @Test(arguments: [
    ([3.0], 3.0, 0.0),
    ([4, 1], 2.5, 1.5),
    ([9, 1, 2], 2, 1),
    ([1, 1, 2, 2, 4, 6, 9], 2, 1),
    ([5, 5, 5, 1000], 5, 0),
  ])
  func `half of the values are within the deviation of the median`(
    values: [Double], median: Double, deviation: Double
  ) {
    let samples = Samples(values)
    expectEqual(samples.median, median)
    expectEqual(samples.deviation, deviation)
  }

  @Test func `the least and the greatest values are kept`() {
    let samples = Samples([2, -1, 7])
    expectEqual(samples.minimum, -1)
    expectEqual(samples.maximum, 7)
    expectEqual(samples.map { $0 * 2 }, Samples([4, -2, 14]))
  }

  @Test func `the relative deviation is a fraction of the median, unless that is zero`() {
    expectEqual(Samples([8, 10, 12]).relativeDeviation, 0.2)
    expectEqual(Samples([-1, 0, 1]).relativeDeviation, 0)
  }

  @Test func `measurements take turns after one unmeasured turn`() throws {
    var calls: [String] = []
    func measurement(_ name: String) -> () -> Double {
      {
        calls.append(name)
        return Double(calls.count)
      }
    }
    let samples = try Rounds(count: 2).measure(measurement("value"), measurement("baseline"))
    expectEqual(calls, ["value", "baseline", "value", "baseline", "value", "baseline"])
    expectEqual(samples, [Samples([3, 5]), Samples([4, 6])])
  }
}
