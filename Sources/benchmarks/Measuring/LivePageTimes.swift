import StateTree
import WebDriver

/// The time that the page of `live` takes to show a whole journal after a reload, by the page's own clock.
struct LivePageTimes {
  let browser: WebBrowser
  /// The link that the tool prints.
  let address: String
  /// The seq of the journal's last state.
  let last: Int

  /// The times from the start of a reload until the last row is there and selected, in nanoseconds.
  ///
  /// - Throws: `WebDriverError`.
  func measured(_ rounds: Int) throws -> Measurement {
    try browser.reset()
    // Runs before the page's own script.
    try browser.command("Page.addScriptToEvaluateOnNewDocument", ["source": .string(observer)])
    try browser.open(address: address)
    try browser.wait(until: "window.complete")
    let times = try (0..<rounds).map { _ in
      try browser.script("window.complete = undefined; location.reload()")
      try browser.wait(until: "window.complete")
      return try browser.nanoseconds("return window.complete")
    }
    return Measurement(Samples(times))
  }

  private var observer: String {
    """
    const look = () => {
      const selected = document.querySelector("[aria-selected=true] .seq");
      if (selected?.textContent === "\(last)") window.complete = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    """
  }
}
