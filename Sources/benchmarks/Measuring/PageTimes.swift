import StateTree
import TestSupport
import WebDriver

/// The times of a report in a browser, by the page's own clock.
struct PageTimes {
  let browser: WebBrowser
  let page: String
  let actions: Int

  /// The times to the first rows, of a step in Changes and in State, of the longest task during the steps, and of the
  /// longest while the page loads, in nanoseconds.
  ///
  /// - Throws: `WebDriverError`.
  func measured(_ rounds: Int) throws -> [Measurement] {
    try browser.reset()
    // Runs before the page's own script.
    try browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(PageTimes.observer)])
    var opening: [Double] = []
    var loading: [Double] = []
    for _ in 0..<rounds {
      try browser.open(file: page)
      try browser.wait(until: "window.firstRows")
      opening.append(try browser.nanoseconds("return window.firstRows"))
      loading.append(try browser.nanoseconds(PageTimes.longestSoFar))
    }
    _ = try browser.script("location.hash = '#\(actions / 2)'")
    try browser.script("window.longest = 50")
    let steps = try ["changes", "state"].map { tab in
      try (0..<4 * rounds).map { _ in try browser.nanoseconds(PageTimes.step(in: tab)) }
    }
    let stepping = [try browser.nanoseconds(PageTimes.longestSoFar)]
    return ([opening] + steps + [stepping, loading]).map { Measurement(Samples($0)) }
  }

  // Browsers report only tasks over 50 ms.
  private static let observer = """
    window.longest = 50;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration);
    }).observe({ type: "longtask", buffered: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".row")) return;
      observer.disconnect();
      requestAnimationFrame(() => { window.firstRows = performance.now(); });
    }).observe(document, { childList: true, subtree: true });
    """

  // Until the changes are there: without the frame, which takes up to 16 ms by itself.
  private static func step(in tab: String) -> String {
    """
    return new Promise(done => {
      document.getElementById("tab-\(tab)").click();
      setTimeout(() => {
        const start = performance.now();
        const observer = new MutationObserver(() => {
          observer.disconnect();
          done(performance.now() - start);
        });
        observer.observe(document.querySelector(".panel"), { childList: true, subtree: true });
        document.querySelector("[role=listbox]").dispatchEvent(
          new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
      }, 100);
    });
    """
  }

  private static let longestSoFar = """
    return new Promise(done => setTimeout(() => done(window.longest), 200));
    """
}

extension WebBrowser {
  /// The milliseconds that a script returns, in nanoseconds.
  func nanoseconds(_ script: String) throws -> Double {
    guard case .number(let number) = try self.script(script) else {
      throw WebDriverError(command: script, message: "no number")
    }
    return number.double * 1e6
  }
}
