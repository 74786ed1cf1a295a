import Expectations
import ReduxLogTesting
import ReduxRecorder
import TestSupport
import Testing

/// Conditions on the state to which today's reducers lead.
struct ExpectStateTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "coupon.jsonl")
    try record(path, .add("apple", count: 1), .coupon("A"), .coupon("B"), .add("pear", count: 0))
  }

  @Test func `a condition that holds is no issue, although the states differ from the recorded ones`() throws {
    try expectState(of: path, as: CartApp.self, satisfies: "$.total == 1")
    try expectState(of: path, as: ChangedCartApp.self, satisfies: "$.total == -1")
  }

  @Test func `a condition that doesn't hold is one issue that names the action`() throws {
    let found = try issues { try expectState(of: path, as: ChangedCartApp.self, satisfies: "$.total >= 0") }
    expectEqual(found.map(\.line), [#line - 1])
    expectEqual(
      found.map(\.text),
      [
        """
        \(path): today's reducers lead to a state 4 that doesn't satisfy $.total >= 0
          State 2 satisfies $.total >= 0. The first state after it that doesn't is 3:
            coupon("B")
        """
      ])
  }

  @Test func `a condition that never holds says so`() throws {
    let found = try issues { try expectState(of: path, as: CartApp.self, satisfies: "$.total > 100") }
    expectEqual(
      found.map(\.text),
      [
        """
        \(path): today's reducers lead to a state 4 that doesn't satisfy $.total > 100
          It doesn't satisfy $.total > 100 from state 0 on.
        """
      ])
  }

  @Test(arguments: [
    ("$.total ==", "the condition: "), ("check:gone", "the condition: the app 'cart' has no check 'gone'"),
  ])
  func `a mistake in the condition is an issue`(condition: String, message: String) throws {
    let found = try issues { try expectState(of: path, as: CartApp.self, satisfies: condition) }
    expectEqual(found.count, 1)
    expectEqual(found.first?.text.contains(message), true, "\(found)")
  }
}
