import Expectations
import Foundation
import ReduxInspection
import ReduxLogTesting
import ReduxLogTool
import ReduxRecorder
import ReduxReplay
import TestSupport
import Testing

/// What `REDUXLOG_UPDATE=1` does. `FreshPackageTests` sets the variable.
struct UpdateTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "cart.jsonl")
    try record(path, .add("apple", count: 3), .coupon("X"), .clear)
  }

  private func update(_ app: any ReplayableApp.Type) -> String {
    ReplayCheck(path, named: "cart.jsonl", app: app).update().text
  }

  @Test func `the journal is written again, and says what changed`() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    expectEqual(
      update(ChangedCartApp.self),
      """
      cart.jsonl: written again: 1 state has a new hash, because 1 action does something else
        /total
          coupon: 1 action
        Read the difference in your version control, and run the tests again without REDUXLOG_UPDATE.
      """)
    try expectReplays(path, as: ChangedCartApp.self)
    try expectEqual(folder.names(), ["cart.jsonl"])
    try expectEqual(folder.permissions(of: "cart.jsonl"), 0o644)
  }

  /// A reducer that reads random numbers.
  private enum ImpureCartApp: ReplayableApp {
    static let name = CartApp.name
    static var initialState: Cart { Cart() }

    static func reduce(_ cart: inout Cart, _ action: CartAction) {
      CartApp.reduce(&cart, action)
      cart.total = .random(in: 0 ... .max)
    }
  }

  @Test func `a reducer that isn't pure leaves the journal as it is`() throws {
    let before = folder.contents(of: "cart.jsonl")
    #expect(update(ImpureCartApp.self).hasPrefix("cart.jsonl: add gives /total another value in each run"))
    expectEqual(folder.contents(of: "cart.jsonl"), before)
    try expectEqual(folder.names(), ["cart.jsonl"])
  }

  @Test(arguments: [([:], false), (["REDUXLOG_UPDATE": "0"], false), (["REDUXLOG_UPDATE": "1"], true)])
  func `only 1 accepts changes`(environment: [String: String], accepts: Bool) {
    expectEqual(ReplayCheck.acceptsChanges(environment), accepts)
  }
}
