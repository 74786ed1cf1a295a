package import Foundation
package import StateTree

/// A headless browser with one page, for tests.
///
/// All tests of a process share two browsers: pass the test's body to `use(_:)`.
package final class WebBrowser: Sendable {
  private let driver: WebDriver
  private let session: String

  /// Starts a browser of its own. It ends with the value, or with the process.
  ///
  /// - Throws: `WebDriverError`, or an error of the system.
  package init() throws {
    driver = try WebDriver()
    // Containers rarely have the namespaces that the sandbox needs, and a small /dev/shm. With a pipe between them,
    // the browser ends when the driver does.
    let arguments: JSONValue = [
      "--headless", "--no-sandbox", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--hide-scrollbars",
      .string("--user-data-dir=\(driver.folder)/profile"),
    ]
    let options: JSONValue = ["args": arguments]
    let capabilities: JSONValue = [
      "browserName": "chrome", "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"],
      "goog:chromeOptions": options,
    ]
    let answer = try driver.send("POST", "/session", ["capabilities": ["alwaysMatch": capabilities]])
    guard let id = answer["sessionId"]?.string else {
      throw WebDriverError(command: "POST /session", message: "no session in \(answer.compact)")
    }
    session = "/session/" + id
  }

  deinit { _ = try? send("DELETE", "") }

  /// Sends a WebDriver command of this browser's session.
  func send(_ method: String, _ path: String, _ body: JSONValue = [:]) throws -> JSONValue {
    try driver.send(method, session + path, body)
  }

  /// Sends a command of the Chrome DevTools Protocol.
  ///
  /// - Returns: The command's result.
  @discardableResult
  package func command(_ name: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    try send("POST", "/goog/cdp/execute", ["cmd": .string(name), "params": parameters])
  }

  /// Opens an address and waits for its `load` event.
  ///
  /// - Parameters:
  ///   - file: The path of a file.
  ///   - fragment: The fragment of its address, without `#`.
  /// - Throws: `WebDriverError`.
  package func open(file: String, fragment: String? = nil) throws {
    try open(address: URL(fileURLWithPath: file).absoluteString + (fragment.map { "#" + $0 } ?? ""))
  }

  /// Opens an address and waits for its `load` event.
  ///
  /// - Throws: `WebDriverError`.
  package func open(address: String) throws {
    // Another fragment alone would not load the page again.
    let current = try send("GET", "/url").string ?? ""
    if current.prefix(while: { $0 != "#" }) == address.prefix(while: { $0 != "#" }) {
      _ = try send("POST", "/url", ["url": "about:blank"])
    }
    try discardMessages()
    _ = try send("POST", "/url", ["url": .string(address)])
  }

  /// Runs the body of a function in the page.
  ///
  /// - Parameters:
  ///   - body: JavaScript, which finds `values` in `arguments` and may return a value or a promise.
  ///   - values: The function's arguments.
  /// - Returns: What it returns, as JSON.
  /// - Throws: `WebDriverError`, if the function throws as well.
  @discardableResult
  package func script(_ body: String, _ values: JSONValue...) throws -> JSONValue {
    try send("POST", "/execute/sync", ["script": .string(body), "args": .array(values)])
  }

  /// Waits until a script returns a true value.
  ///
  /// - Throws: `WebDriverError` after 10 seconds.
  package func wait(until body: String) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while ContinuousClock.now < deadline {
      if try script("return !!(\(body))") == true { return }
      Thread.sleep(forTimeInterval: 0.02)
    }
    throw WebDriverError(command: body, message: "not true after 10 seconds")
  }

  /// Presses keys, one after the other, in what has the focus.
  ///
  /// - Parameters:
  ///   - keys: Named keys.
  ///   - modifier: A key that is held meanwhile.
  /// - Throws: `WebDriverError`.
  package func press(_ keys: WebKey..., holding modifier: WebKey? = nil) throws {
    try type(keys.map(\.rawValue), holding: modifier)
  }

  /// Types a text into what has the focus.
  package func type(_ text: String) throws { try type(text.map(String.init), holding: nil) }

  private func type(_ keys: [String], holding modifier: WebKey?) throws {
    func event(_ type: String, _ key: String) -> JSONValue { ["type": .string(type), "value": .string(key)] }
    var events = keys.flatMap { [event("keyDown", $0), event("keyUp", $0)] }
    if let modifier {
      events = [event("keyDown", modifier.rawValue)] + events + [event("keyUp", modifier.rawValue)]
    }
    let source: JSONValue = ["type": "key", "id": "keyboard", "actions": .array(events)]
    _ = try send("POST", "/actions", ["actions": [source]])
  }

  /// A picture of the visible part of the page, or of all of it.
  ///
  /// - Returns: A PNG file.
  package func screenshot(wholePage: Bool = false) throws -> Data {
    var parameters = JSONObject()
    if wholePage, let size = try command("Page.getLayoutMetrics")["cssContentSize"]?.object {
      parameters["captureBeyondViewport"] = true
      parameters["clip"] = .object(JSONObject(size.map { ($0.key, $0.value) } + [("scale", 1)]))
    }
    let answer = try command("Page.captureScreenshot", .object(parameters))
    guard let text = answer["data"]?.string, let data = Data(base64Encoded: text) else {
      throw WebDriverError(command: "Page.captureScreenshot", message: "no picture")
    }
    return data
  }
}
