import Expectations
import Foundation
import ReduxJournal
import TestSupport
import Testing

/// The product in a package of a user: what `generate-test` writes compiles there as it is, is red while the bug is there,
/// and green when it is mended.
///
/// It builds the libraries of this package anew, which takes minutes.
@Suite(.enabled(if: Soak.isOn, "builds the libraries anew, which takes minutes")) struct FreshPackageTests {
  private static let journals = 200

  @Test func `a bug becomes red tests of both styles, and mending it turns them green`() async throws {
    try await onOwnThread {
      let shop = try ShopPackage()
      try shop.write(mended: false)
      try shop.writeTasks()
      _ = try shop.run("swift", "build", expecting: 0)
      for (style, name) in [("swift-testing", "bug"), ("xctest", "same-bug")] {
        try shop.record("\(name).jsonl", ["add", "coupon", "coupon", "add"])
        let written = try shop.run(
          ".build/debug/cart-log", "generate-test", "\(name).jsonl@3", "--expect", "$.total >= 0", "--style", style,
          "-o", "Tests/CartSessionTests", expecting: 0)
        #expect(written.contains("the test fails today: state 3 doesn't satisfy $.total >= 0\n"), "\(written)")
      }
      for number in 0..<Self.journals {
        let actions = number % 50 == 7 ? ["add", "coupon", "coupon", "add"] : ["add", "add", "coupon"]
        try shop.record("Tests/CartSessionTests/Journals/session-\(number).jsonl", actions)
      }

      let red = try shop.run("swift", "test", expecting: 1)
      #expect(
        red.contains(
          """
          bug.jsonl: today's reducers lead to a state 3 that doesn't satisfy $.total >= 0
              State 2 satisfies $.total >= 0. The first state after it that doesn't is 3:
                coupon
          """), "\(red)")
      #expect(
        red.contains(
          #"error: SameBugTests.testSameBug : threw error "same-bug.jsonl: today's reducers lead to a state 3 that "#
            + "doesn't satisfy $.total >= 0"), "\(red)")

      // The recorded sessions that the bug touched differ once it is mended.
      try shop.write(mended: true)
      let mended = try shop.run("swift", "test", expecting: 1)
      expectEqual(mended.matches(of: /SameBugTests.testSameBug' passed/).count, 1, "\(mended)")
      #expect(mended.contains("✔ Test bug() passed"), "\(mended)")
      expectEqual(mended.matches(of: /recorded an issue with 1 argument journal/).count, 4)
      for number in [7, 57, 107, 157] {
        #expect(
          mended.contains(
            """
            Journals/session-\(number).jsonl:5: replay diverges at state 3: coupon leads to a different state than recorded
                coupon
            """), "\(mended)")
      }
      expectEqual(mended.matches(of: /~ \/total: 1 → 0/).count, 4)

      let updated = try shop.run("swift", "test", environment: ["REDUXLOG_UPDATE": "1"], expecting: 1)
      expectEqual(updated.matches(of: /session-\d+\.jsonl: written again: \d states? ha/).count, 4, "\(updated)")
      _ = try shop.run("swift", "test", expecting: 0)

      try checkProgram(of: shop)
      try checkRecordedTest(of: shop)
      try checkBugReport(in: shop)
    }
  }

  /// The tutorial from a bug report to a failing test, with its own six commands.
  private func checkBugReport(in shop: ShopPackage) throws {
    func run(_ words: String..., printing expected: String) throws {
      let start = ContinuousClock.now
      let output = try shop.run([".build/debug/tasks-log"] + words, expecting: words[0] == "bisect" ? 1 : 0)
      let duration = ContinuousClock.now - start
      #expect(output.contains(expected), "\(output)")
      #expect(duration < .seconds(2), "\(words[0])")
      print("\(words[0]) took \(duration)")
    }
    let condition = "!$.tasks.favourites[0] || $.tasks.favourites[0].title == $.tasks.all.entities.plumber.title"
    try run("summary", "favourites.jsonl", printing: "actions    26, all replayable\n")
    try run("report", "favourites.jsonl", "-o", "favourites.html", printing: "26 actions; Today's app does the same\n")
    try run("bisect", "favourites.jsonl", "--expect", condition, printing: "is false after action 19 (tasks.edit)\n")
    try run("blame", "favourites.jsonl@19:/tasks/favourites/0/title", printing: "   5  ")
    try run(
      "minimize", "favourites.jsonl", "-o", "plumber.jsonl", "--expect", condition, printing: "3 of 19 actions left")
    try run(
      "generate-test", "plumber.jsonl", "--expect", condition, "-o", "Tests/PlumberTests",
      printing: "the test fails today: state 3 doesn't satisfy ")
    let red = try shop.run("swift", "test", "--filter", "PlumberTests", expecting: 1)
    #expect(red.contains("plumber.jsonl: today's reducers lead to a state 3 that doesn't satisfy "), "\(red)")
    try shop.mendTasks()
    let green = try shop.run("swift", "test", "--filter", "PlumberTests", expecting: 0)
    #expect(green.contains("✔ Test plumber() passed"), "\(green)")
    try run(
      "verify", "plumber.jsonl", "--update", "-o", "Tests/PlumberTests/mended.jsonl", printing: "1 state has a new hash"
    )
    let verified = try shop.run(".build/debug/tasks-log", "verify", "Tests/PlumberTests/mended.jsonl", expecting: 0)
    #expect(verified.hasPrefix("ok Tests/PlumberTests/mended.jsonl: 3 actions, 4 states proven"))
  }

  /// A program that records on request, and begins in a recorded state.
  private func checkProgram(of shop: ShopPackage) throws {
    let recorded = try shop.run(
      ".build/debug/cart-log", "record", "-o", "program.jsonl", "--", ".build/debug/shop", "5", expecting: 5)
    expectEqual(recorded, "total 9\nprogram.jsonl: 3 actions, last state 3\n")
    let opened = try shop.run(
      ".build/debug/shop", "0", environment: ["REDUXLOG_OPEN": "program.jsonl@2"], expecting: 0)
    expectEqual(opened, "total 14\n")
  }

  /// A test that fails keeps its session.
  private func checkRecordedTest(of shop: ShopPackage) throws {
    try shop.writeFailingTest()
    let folder = shop.folder.path(of: "kept")
    // Swift Testing creates no folder.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let failed = try shop.run("swift", "test", "--attachments-path", folder, expecting: 1)
    let path = try #require(failed.firstMatch(of: /the failed test's session is in (.*\.jsonl)/)).output.1
    try expectEqual(JournalFile(path: String(path)).lastStateSeq, 1)
    try expectEqual(TemporaryFolder.names(in: folder).count, 1)
  }
}
