import ReduxLogTesting
import TestSupport
import XCTest

// docs/guides/testing.md: XCTest
final class CartJournalsTests: XCTestCase {
  func testLostItemsStayFound() throws {
    try expectReplays("Journals/lost-items.jsonl", as: CartApp.self)
  }
}
// docs/guides/testing.md: end

/// Without Swift Testing, an expectation throws.
final class CartXCTests: XCTestCase {
  func testAFailureIsThrownAndReadsAsTheDifference() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "cart.jsonl")
    try record(path, .add("apple", count: 1), .coupon("X"))
    try expectReplays(path, as: CartApp.self)
    try expectState(of: path, as: CartApp.self, satisfies: "$.total == 2")
    XCTAssertThrowsError(try expectReplays(path, as: ChangedCartApp.self)) { error in
      XCTAssertTrue("\(error)".hasPrefix("\(path):4: replay diverges at state 2: coupon leads to"), "\(error)")
      XCTAssertEqual(error.localizedDescription, "\(error)")
    }
    XCTAssertThrowsError(try expectState(of: path, as: CartApp.self, satisfies: "$.total == 3"))
  }
}
