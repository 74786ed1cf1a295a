import StateTree

/// What the browser pretends about its screen and its user.
extension WebBrowser {
  /// A media feature that a user or a system sets.
  package enum Preference: Sendable {
    case dark
    case forcedColors
    case reducedMotion
    case print
  }

  /// Sets the size of the visible part of the page.
  ///
  /// - Parameters:
  ///   - width: In CSS pixels.
  ///   - height: In CSS pixels.
  ///   - zoom: Pixels of the screen for each CSS pixel: a zoom of 4 shows a window of 1280 pixels with a width of 320.
  /// - Throws: `WebDriverError`.
  package func resize(width: Int, height: Int, zoom: Int = 1) throws {
    try command(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(JSONNumber(width)), "height": .number(JSONNumber(height)),
        "deviceScaleFactor": .number(JSONNumber(zoom)), "mobile": false,
      ])
  }

  /// Sets the user's preferences; those that aren't named get their defaults.
  package func prefer(_ preferences: Set<Preference>) throws {
    func feature(_ name: String, _ value: String) -> JSONValue { ["name": .string(name), "value": .string(value)] }
    try command(
      "Emulation.setEmulatedMedia",
      [
        "media": preferences.contains(.print) ? "print" : "",
        "features": [
          feature("prefers-color-scheme", preferences.contains(.dark) ? "dark" : "light"),
          feature("forced-colors", preferences.contains(.forcedColors) ? "active" : "none"),
          feature("prefers-reduced-motion", preferences.contains(.reducedMotion) ? "reduce" : "no-preference"),
        ],
      ])
  }

  /// Shows the page in shades of grey, as somebody who sees no colours does.
  package func seeGrey(_ isGrey: Bool) throws {
    try command("Emulation.setEmulatedVisionDeficiency", ["type": isGrey ? "achromatopsia" : "none"])
  }

  /// Turns scripts off or on for the pages that are opened next.
  package func allowScripts(_ allows: Bool) throws {
    try command("Emulation.setScriptExecutionDisabled", ["value": .bool(!allows)])
  }

  /// Empties the page and ends all emulation.
  package func reset() throws {
    try allowScripts(true)
    try seeGrey(false)
    try prefer([])
    try resize(width: 1280, height: 900)
    _ = try send("POST", "/url", ["url": "about:blank"])
    try discardMessages()
  }
}
