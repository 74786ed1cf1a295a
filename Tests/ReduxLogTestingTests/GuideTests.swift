// The lines of docs/guides/testing.md, which contains the text between two markers; `SnippetTests` holds them equal.

import Expectations
import Foundation
import ReduxLogTesting
import ReduxRecorder
import TestSupport
import Testing

// docs/guides/testing.md: journals
@Test func `lost items stay found`() throws {
  try expectReplays("Journals/lost-items.jsonl", as: CartApp.self)
}

@Test(arguments: try JournalFixture.all(in: "Journals"))
func `sessions lead where they led`(journal: JournalFixture) throws {
  try expectReplays(journal, as: CartApp.self)
}
// docs/guides/testing.md: end

// docs/guides/testing.md: bug
@Test func `a coupon never makes the total negative`() throws {
  try expectState(of: "Journals/coupon.jsonl", as: CartApp.self, satisfies: "$.total >= 0")
}
// docs/guides/testing.md: end

// docs/guides/testing.md: explored
@Test func `sessions like the recorded ones lose nothing`() throws {
  try expectExplored("Journals", as: CartApp.self, runs: 100)
}
// docs/guides/testing.md: end

// docs/guides/testing.md: recorded
@Test(.recorded(as: CartApp.self)) func `clearing empties the cart`() throws {
  let reduce = try Recorder.ofTest.recording(CartApp.reduce)
  var cart = CartApp.initialState
  reduce(&cart, .add("apple", count: 3))
  reduce(&cart, .clear)
  #expect(cart.items.isEmpty)
}
// docs/guides/testing.md: end

struct GuideTests {
  @Test func `the guide shows the issue of a changed app`() throws {
    let found = try issues { try expectReplays("Journals/lost-items.jsonl", as: ChangedCartApp.self) }
    let page = try Repository.text("docs/guides/testing.md")
    let text = try #require(found.first?.text)
    #expect(page.contains("```text\n\(text)\n```\n"), "\(text)")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["UPDATE_JOURNALS"] == "1"))
  func `writes the journals`() throws {
    let folder = Repository.path("Tests/ReduxLogTestingTests/Journals")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["lost-items", "coupon"] { try? FileManager.default.removeItem(atPath: "\(folder)/\(name).jsonl") }
    try record("\(folder)/lost-items.jsonl", .add("apple", count: 3), .coupon("SPRING"), .clear)
    try record("\(folder)/coupon.jsonl", .add("apple", count: 1), .coupon("A"), .coupon("B"))
  }
}
