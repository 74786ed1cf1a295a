import Accounts
import Expectations
import StateCoding
import Testing

@Suite("Money")
struct MoneyTests {
  @Test(arguments: [
    ("12", 1200), ("12.5", 1250), ("12.50", 1250), ("12,50", 1250), ("0.07", 7), ("0", 0), ("007", 700),
    ("999999999.99", 99_999_999_999),
  ])
  func `amounts parse in the formats that people type`(text: String, cents: Int) {
    expectEqual(Money(typed: text), Money(cents: cents))
  }

  @Test(arguments: [
    "", ".", "12.", ".5", "12.345", "1.2.3", "1,234.50", "-1", "+1", "1 000", "12€", "twelve", "١٢", "1000000000",
    "99999999999999999999",
  ])
  func `any other text fails to parse`(text: String) {
    expectEqual(Money(typed: text), nil)
  }

  @Test func `money encodes as cents, a request as its number, and a key as its text`() throws {
    let text = try StateEncoder().encode([Money(cents: -1250)])
    expectEqual(String(decoding: text, as: UTF8.self), "[-1250]")
    try expectEqual(StateDecoder().decode([Money].self, from: text), [Money(cents: -1250)])
    expectEqual(String(decoding: try StateEncoder().encode([RequestID(rawValue: 3)]), as: UTF8.self), "[3]")
    expectEqual(String(decoding: try StateEncoder().encode(["a" as TransferKey]), as: UTF8.self), #"["a"]"#)
  }

  @Test func `amounts add, subtract, and compare`() {
    expectEqual(Money(cents: 100) + 250, 350)
    expectEqual(Money(cents: 100) - 250, -150)
    #expect(Money(cents: -150) < 100)
  }
}
