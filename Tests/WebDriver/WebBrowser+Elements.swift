import Foundation
import StateTree

/// Finding elements as assistive technology does.
extension WebBrowser {
  /// The elements with a role, in the order of the page.
  ///
  /// - Parameters:
  ///   - role: An ARIA role, such as `button`; any if `nil`.
  ///   - name: The accessible name; any if `nil`.
  /// - Returns: The elements. None is ignored by assistive technology.
  /// - Throws: `WebDriverError`.
  package func elements(_ role: String? = nil, _ name: String? = nil) throws -> [WebElement] {
    let root = try command("DOM.getDocument", ["depth": 0])["root"]
    var parameters = JSONObject()
    parameters["backendNodeId"] = root?["backendNodeId"]
    if let role { parameters["role"] = .string(role) }
    if let name { parameters["accessibleName"] = .string(name) }
    let nodes = try command("Accessibility.queryAXTree", .object(parameters))["nodes"]?.array ?? []
    return nodes.compactMap { WebElement($0, browser: self) }
  }

  /// The only element with a role and a name, which may take a while to appear.
  ///
  /// - Parameters:
  ///   - role: An ARIA role, such as `button`.
  ///   - name: The accessible name; any if `nil`.
  ///   - patience: How long to wait.
  /// - Returns: The element.
  /// - Throws: `WebDriverError`, which lists the elements with that role, if there is none or more than one.
  package func element(_ role: String, _ name: String? = nil, within patience: Duration = .seconds(5)) throws
    -> WebElement
  {
    let deadline = ContinuousClock.now + patience
    while true {
      let found = try elements(role, name)
      if found.count == 1 { return found[0] }
      if ContinuousClock.now > deadline {
        let names = try elements(role).map(\.name)
        throw WebDriverError(
          command: "\(role) \(name ?? "")", message: "found \(found.count), among \(names.count): \(names.prefix(20))")
      }
      Thread.sleep(forTimeInterval: 0.02)
    }
  }

  /// The first element with a role and a name, which may take up to five seconds to appear.
  ///
  /// - Throws: `WebDriverError`.
  package func firstElement(_ role: String, _ name: String) throws -> WebElement {
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline {
      if let found = try elements(role, name).first { return found }
      Thread.sleep(forTimeInterval: 0.02)
    }
    return try element(role, name, within: .zero)
  }

  /// The element that has the focus; `nil` if it is the page itself.
  package func focused() throws -> WebElement? {
    let focus = "document.activeElement === document.body ? null : document.activeElement"
    let found = try command("Runtime.evaluate", ["expression": .string(focus)])
    guard let id = found["result"]?["objectId"] else { return nil }
    let nodes = try command("Accessibility.getPartialAXTree", ["objectId": id, "fetchRelatives": false])["nodes"]?.array
    return nodes?.first.flatMap { WebElement($0, browser: self) }
  }

  /// The start of the driver's ids of elements in this page. The number of the node in the browser follows it.
  func elementPrefix() throws -> String {
    let answer = try send("POST", "/element", ["using": "css selector", "value": ":root"])
    guard let id = answer.object?.first(where: { _ in true })?.value.string, let dot = id.lastIndex(of: ".") else {
      throw WebDriverError(command: "POST /element", message: "no id in \(answer.compact)")
    }
    return String(id[...dot])
  }
}
