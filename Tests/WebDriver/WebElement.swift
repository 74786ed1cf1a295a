package import StateTree

/// An element of the page, as the browser shows it to assistive technology.
package struct WebElement: Sendable {
  package let role: String
  /// The accessible name.
  package let name: String
  /// The accessible value, such as a field's text.
  package let value: String
  /// The accessible states and properties, such as `selected` and `expanded`.
  package let properties: [String: JSONValue]
  private let browser: WebBrowser
  /// The number of its node in the browser.
  private let number: String

  /// - Parameters:
  ///   - node: A node of the accessibility tree.
  ///   - browser: The browser that shows it.
  init?(_ node: JSONValue, browser: WebBrowser) {
    guard node["ignored"] == false, let number = node["backendDOMNodeId"] else { return nil }
    func text(_ member: String) -> String {
      guard let value = node[member]?["value"] else { return "" }
      return value.string ?? value.compact
    }
    (role, name, value) = (text("role"), text("name"), text("value"))
    properties = Dictionary(
      (node["properties"]?.array ?? []).compactMap { property in
        guard let name = property["name"]?.string else { return nil }
        return (name, property["value"]?["value"] ?? .null)
      }, uniquingKeysWith: { $1 })
    self.browser = browser
    self.number = number.compact
  }

  /// The driver's id of the element.
  private func id() throws -> String { try browser.elementPrefix() + number }

  /// Scrolls the element into view and clicks on its middle.
  ///
  /// - Throws: `WebDriverError` if something covers it.
  package func click() throws { _ = try browser.send("POST", "/element/\(id())/click") }

  /// Types a text into the element, at the end of what it holds.
  package func type(_ text: String) throws {
    _ = try browser.send("POST", "/element/\(id())/value", ["text": .string(text)])
  }

  /// Empties a field.
  package func clear() throws { _ = try browser.send("POST", "/element/\(id())/clear") }

  /// The text that the element shows.
  package func text() throws -> String {
    try browser.send("GET", "/element/\(id())/text").string ?? ""
  }

  /// Evaluates an expression in which `element` is this element.
  @discardableResult
  package func evaluate(_ expression: String) throws -> JSONValue {
    let reference: JSONValue = try ["element-6066-11e4-a52e-4f735466cecf": .string(id())]
    return try browser.send(
      "POST", "/execute/sync",
      ["script": .string("const [element] = arguments; return \(expression)"), "args": [reference]]
    )
  }
}
