import StateTree

/// What the page did besides showing itself.
extension WebBrowser {
  /// The messages since the last call or the opening of the page: of its console, uncaught errors, and violations of
  /// its Content Security Policy.
  package func messages() throws -> [String] {
    let entries = try send("POST", "/se/log", ["type": "browser"]).array ?? []
    return entries.map { "\($0["source"]?.string ?? ""): \($0["message"]?.string ?? "")" }
  }

  /// Forgets messages and events.
  func discardMessages() throws {
    for type in ["browser", "performance"] { _ = try send("POST", "/se/log", ["type": .string(type)]) }
  }

  /// The addresses that the page has requested since the last call or its opening, starting with its own.
  package func requests() throws -> [String] {
    try events().compactMap { event in
      guard event["method"] == "Network.requestWillBeSent" else { return nil }
      return event["params"]?["request"]?["url"]?.string
    }
  }

  /// The score of unexpected shifts of the page's layout since its opening: 0 if nothing moved.
  package func layoutShift() throws -> Double {
    let score = try script(
      """
      return new Promise(done => {
        let score = 0;
        new PerformanceObserver(list => { for (const entry of list.getEntries()) score += entry.value; })
          .observe({ type: "layout-shift", buffered: true });
        setTimeout(() => done(score), 50);
      });
      """)
    guard case .number(let number) = score else { return .nan }
    return number.double
  }

  /// The browser's events since the last call.
  private func events() throws -> [JSONValue] {
    let entries = try send("POST", "/se/log", ["type": "performance"]).array ?? []
    return try entries.compactMap { entry in
      guard let text = entry["message"]?.string else { return nil }
      return try JSONValue(parsing: text)["message"]
    }
  }
}
