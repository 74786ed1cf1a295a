import Foundation
import TestSupport

/// The browsers that the tests of a process share.
extension WebBrowser {
  /// The reason for skipping tests that need a browser.
  package static let missing = "needs chromedriver and chromium, which are not here"

  /// Whether a browser and its driver are installed.
  package static let isAvailable: Bool = {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ["chromedriver", "chromium"].allSatisfy { name in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
  }()

  /// Runs a test's body with a shared browser, on its own thread, when no other test uses that browser.
  ///
  /// The body finds an empty page of 1280×900 pixels, light, without emulation. The first tests start the browsers; if
  /// the first one doesn't start, that fails for all.
  @discardableResult
  package static func use<Value: Sendable>(
    _ body: @escaping @Sendable (WebBrowser) throws -> Value
  ) async throws -> Value {
    // On a thread of the pool, taking and passing the turn would wait for the tests that compute there. The browser's turn
    // is the only one: with another in its queue, the tests of pages would run after all others, and leave a core idle.
    try await onOwnThread(waitsForTurn: false) {
      let browser = try await SharedBrowsers.shared.take()
      let result = Result {
        try browser.reset()
        return try body(browser)
      }
      await SharedBrowsers.shared.pass(browser)
      return try result.get()
    }
  }
}

/// Gives each browser of a process to one test at a time, in order.
private actor SharedBrowsers {
  static let shared = SharedBrowsers()
  /// The most browsers. With a single one, the tests of pages would end long after all others, and leave a core idle.
  private static let most = 2

  private var count = 0
  private var free: [WebBrowser] = []
  private var failure: (any Error)?
  private var waiting: [CheckedContinuation<WebBrowser, Never>] = []

  func take() async throws -> WebBrowser {
    if let failure { throw failure }
    if let browser = free.popLast() { return browser }
    if count < Self.most {
      count += 1
      // Nothing else happens here meanwhile, so no test waits for a browser that doesn't start.
      do { return try WebBrowser() } catch {
        guard count > 1 else {
          failure = error
          throw error
        }
      }
    }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func pass(_ browser: WebBrowser) {
    if waiting.isEmpty { free.append(browser) } else { waiting.removeFirst().resume(returning: browser) }
  }
}
