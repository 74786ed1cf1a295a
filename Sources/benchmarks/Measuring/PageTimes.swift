import StateTree
import TestSupport
import WebDriver

/// The times of a report in a browser, by the page's own clock.
struct PageTimes {
  let browser: WebBrowser
  let page: String
  let actions: Int

  /// The median times in milliseconds: to the first rows, of a step, of a cold and a warm jump; and the longest tasks while
  /// the list scrolls, the page loads, and a search runs.
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
      opening.append(try number("return window.firstRows"))
      loading.append(try number(PageTimes.longestSoFar))
    }
    var generator = SeededGenerator(seed: 9)
    let points = (0..<2 * rounds).map { _ in Int.random(in: 1..<actions, using: &generator) }
    let cold = try points.map(jump)
    let warm = try points.map(jump)
    let steps = try (0..<4 * rounds).map { _ in try number(PageTimes.step) }
    let scrolling = try number(PageTimes.scroll)
    let searching = try (0..<rounds).map { _ in try number(PageTimes.search) }
    return [opening, steps, cold, warm, [scrolling], loading, searching].map { Measurement(Samples($0)) }
  }

  private func jump(to seq: Int) throws -> Double {
    try number(
      """
      return new Promise(done => {
        const start = performance.now();
        const title = document.querySelector(".detail-title");
        const isThere = () => title.innerText.startsWith("\(seq) ");
        const observer = new MutationObserver(() => {
          if (!isThere() || !document.querySelector("[role=treeitem]")) return;
          observer.disconnect();
          requestAnimationFrame(() => done(performance.now() - start));
        });
        observer.observe(document.querySelector(".panel"), { childList: true, subtree: true });
        location.hash = "#\(seq)&tab=state";
      });
      """)
  }

  private func number(_ script: String) throws -> Double {
    guard case .number(let number) = try browser.script(script) else {
      throw WebDriverError(command: script, message: "no number")
    }
    return number.double
  }

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
  private static let step = """
    return new Promise(done => {
      document.getElementById("tab-changes").click();
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

  private static let longestSoFar = """
    return new Promise(done => setTimeout(() => done(window.longest), 200));
    """

  // Types a text that many titles contain, and waits for the end of the search.
  private static let search = """
    return new Promise(done => {
      window.longest = 50;
      const field = document.getElementById("find");
      field.value = "";
      field.dispatchEvent(new Event("input"));
      setTimeout(() => {
        field.value = "plants, number 77";
        field.dispatchEvent(new Event("input"));
        const found = document.getElementById("found");
        const isDone = () => !found.hidden && found.querySelector("h3, p") && !found.innerText.includes("earching");
        const wait = () => (isDone() ? setTimeout(() => done(window.longest), 300) : setTimeout(wait, 100));
        setTimeout(wait, 400);
      }, 400);
    });
    """

  // Browsers report only tasks over 50 ms. A gap between frames would also measure what else the machine does.
  private static let scroll = """
    return new Promise(done => {
      let longest = 50;
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
      }).observe({ type: "longtask" });
      const list = document.querySelector("[role=listbox]");
      let frames = 0;
      const scroll = () => {
        list.scrollTop += frames % 2 ? 900 : 20_000;
        frames += 1;
        if (frames < 120) requestAnimationFrame(scroll);
        else setTimeout(() => done(longest), 200);
      };
      scroll();
    });
    """
}
