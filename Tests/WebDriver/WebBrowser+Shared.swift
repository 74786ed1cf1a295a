import Foundation
import TestSupport

/// The browser that the tests of a process share.
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

  private static let started = Result { try WebBrowser() }

  /// Runs a test's body with the shared browser, on its own thread, when no other test uses the browser.
  ///
  /// The body finds an empty page of 1280×900 pixels, light, without emulation. The first test starts the browser; if
  /// that fails, it fails for all.
  @discardableResult
  package static func use<Value: Sendable>(
    _ body: @escaping @Sendable (WebBrowser) throws -> Value
  ) async throws -> Value {
    // On a thread of the pool, taking and passing the turn would wait for the tests that compute there. The browser's turn
    // is the only one: with another in its queue, the tests of pages would run after all others, and leave a core idle.
    try await onOwnThread(waitsForTurn: false) {
      await Turn.shared.take()
      let result = Result {
        let browser = try started.get()
        try browser.reset()
        return try body(browser)
      }
      await Turn.shared.pass()
      return try result.get()
    }
  }
}

/// Gives the browser to one test at a time, in order.
private actor Turn {
  static let shared = Turn()

  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if isTaken { await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
  }

  func pass() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
