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
      _ = try shop.run("swift", "build", expecting: 0)
      for (style, name) in [("swift-testing", "bug"), ("xctest", "same-bug")] {
        try shop.record("\(name).jsonl", ["add", "coupon", "coupon", "add"])
        let written = try shop.run(
          ".build/debug/cart-log", "generate-test", "\(name).jsonl@3", "--expect", "$.total >= 0", "--style", style,
          "-o", "Tests/CartTests", expecting: 0)
        #expect(written.contains("the test fails today: state 3 doesn't satisfy $.total >= 0\n"), "\(written)")
      }
      for number in 0..<Self.journals {
        let actions = number % 50 == 7 ? ["add", "coupon", "coupon", "add"] : ["add", "add", "coupon"]
        try shop.record("Tests/CartTests/Journals/session-\(number).jsonl", actions)
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
      #expect(mended.matches(of: /SameBugTests.testSameBug' passed/).count == 1, "\(mended)")
      #expect(mended.contains("✔ Test bug() passed"), "\(mended)")
      #expect(mended.matches(of: /recorded an issue with 1 argument journal/).count == 4)
      for number in [7, 57, 107, 157] {
        #expect(
          mended.contains(
            """
            Journals/session-\(number).jsonl:5: replay diverges at state 3: coupon leads to a different state than recorded
                coupon
            """), "\(mended)")
      }
      #expect(mended.matches(of: /~ \/total: 1 → 0/).count == 4)

      let updated = try shop.run("swift", "test", environment: ["REDUXLOG_UPDATE": "1"], expecting: 1)
      #expect(
        updated.matches(of: /session-\d+\.jsonl: written again: \d states? ha/).count == 4, "\(updated)")
      _ = try shop.run("swift", "test", expecting: 0)

      try checkProgram(of: shop)
      try checkRecordedTest(of: shop)
    }
  }

  /// A program that records on request, and begins in a recorded state.
  private func checkProgram(of shop: ShopPackage) throws {
    let recorded = try shop.run(
      ".build/debug/cart-log", "record", "-o", "program.jsonl", "--", ".build/debug/shop", "5", expecting: 5)
    #expect(recorded == "total 9\nprogram.jsonl: 3 actions, last state 3\n")
    let opened = try shop.run(
      ".build/debug/shop", "0", environment: ["REDUXLOG_OPEN": "program.jsonl@2"], expecting: 0)
    #expect(opened == "total 14\n")
  }

  /// A test that fails keeps its session.
  private func checkRecordedTest(of shop: ShopPackage) throws {
    try shop.writeFailingTest()
    let folder = shop.folder.path(of: "kept")
    // Swift Testing creates no folder.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let failed = try shop.run("swift", "test", "--attachments-path", folder, expecting: 1)
    let path = try #require(failed.firstMatch(of: /the failed test's session is in (.*\.jsonl)/)).output.1
    #expect(try JournalFile(path: String(path)).lastStateSeq == 1)
    #expect(try TemporaryFolder.names(in: folder).count == 1)
  }
}
