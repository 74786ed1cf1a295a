import Expectations
import ReduxRecorder
import TestSupport
import Testing

@testable import ReduxReplay

/// An app whose state holds a value that decodes to another one.
enum RoundingApp: ReplayableApp {
  struct Price: Codable {
    var amount: Double

    init(amount: Double) { self.amount = amount }
    init(from decoder: any Decoder) throws {
      amount = try decoder.singleValueContainer().decode(Double.self).rounded()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(amount)
    }
  }

  struct State: Codable {
    var items = [["price": Price(amount: 1)], ["price": Price(amount: 1.5)]]
    var count = 0
  }

  enum Action: Codable { case count }

  static let name = "rounding"
  static var initialState: State { State() }
  static func reduce(_ state: inout State, _: Action) { state.count += 1 }
}

struct ChangedByCodingTests {
  @Test func `a value that changes when it is coded is named with both values, and isn't damage`() throws {
    let file = try TemporaryFile()
    var driver = try Driver(file.path, RoundingApp.self)
    driver.reduce(.count)
    driver.recorder.close()
    let error = #expect(throws: ReplayError.self) { try Replayer<RoundingApp>(path: file.path).verify() }
    expectEqual(
      error?.problem, .changedByCoding(pointer: "/items/1/price", recorded: "1.5", now: "2.0"))
    #expect((error?.seq, error?.line, error?.isDamage) == (0, 2, false))
  }
}
