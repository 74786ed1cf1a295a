import Expectations
import ReduxLogTesting
import ReduxReplay
import TestSupport
import Testing

/// Sessions that a test makes out of recorded ones.
struct ExpectExploredTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try record(folder.path(of: "cart.jsonl"), .add("apple", count: 1), .coupon("A"), .add("pear", count: 2), .clear)
  }

  @Test func `a sound app is no issue`() throws {
    try expectExplored(folder.path, as: CartApp.self, satisfying: ["$.total <= 1000"], runs: 20)
  }

  @Test func `what breaks is one issue with the few actions that show it`() throws {
    let found = try issues {
      try expectExplored(folder.path(of: "cart.jsonl"), as: CartApp.self, satisfying: ["$.total >= 0"], runs: 20)
    }
    expectEqual(found.map(\.line), [#line - 2])
    let text = try #require(found.first?.text)
    #expect(text.hasPrefix("found 1 in 20 sessions of cart, "), "\(text)")
    #expect(text.contains("\n1 check after coupon: $.total >= 0 is false\n"), "\(text)")
  }

  @Test func `a value that isn't encoded is lost`() throws {
    let found = try issues { try expectExplored(folder.path(of: "cart.jsonl"), as: ForgetfulCartApp.self, runs: 20) }
    #expect(found.first?.text.contains("1 loss after ") == true, "\(found)")
  }

  @Test func `a folder without journals is an issue`() throws {
    let found = try issues { try expectExplored(folder.path(of: "none"), as: CartApp.self) }
    #expect(found.first?.text.contains("no such file") == true, "\(found)")
  }
}

/// A cart whose state lacks a value when it is decoded.
private struct ForgetfulCart: Codable {
  var cart = Cart()
  private var isFirst = true

  private enum CodingKeys: CodingKey { case cart }

  mutating func take(_ action: CartAction) {
    CartApp.reduce(&cart, action)
    // The second action counts twice, if the state still knows that it isn't the first.
    if !isFirst { cart.total += 1 }
    isFirst = false
  }
}

private enum ForgetfulCartApp: ReplayableApp {
  static let name = CartApp.name
  static var initialState: ForgetfulCart { ForgetfulCart() }

  static func reduce(_ state: inout ForgetfulCart, _ action: CartAction) { state.take(action) }
}
