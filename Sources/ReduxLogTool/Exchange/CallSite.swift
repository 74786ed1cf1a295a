import StateTree

/// The place in the code that dispatched an action, from a JavaScript engine's call stack.
enum CallSite {
  /// Returns the innermost call outside of packages, such as `src/cart.js:12:5`; `nil` if the stack has none.
  ///
  /// Chromium writes `at add (http://localhost/src/cart.js:12:5)`, and Firefox and Safari `add@http://localhost/src/cart.js:12:5`.
  static func first(in stack: JSONValue?) -> String? {
    let places = (stack?.string ?? "").split(separator: "\n").prefix(100).compactMap(place)
    return (places.first { !$0.contains("node_modules/") } ?? places.first).map { String($0.suffix(256)) }
  }

  private static func place(in frame: Substring) -> String? {
    var place = frame.drop { $0 == " " }
    if place.hasPrefix("at ") {
      place = place.dropFirst(3)
      if place.last == ")", let open = place.lastIndex(of: "(") {
        place = place[place.index(after: open)...].dropLast()
      }
    } else if let at = place.lastIndex(of: "@") {
      place = place[place.index(after: at)...]
    } else {
      return nil
    }
    guard
      let match = place.wholeMatch(of: #/(?:[a-z-]+:\/\/+[^\/]*\/)?(?<path>[^?#]*?)(?:[?#].*?)?(?<line>(?::\d+){1,2})/#)
    else { return nil }
    let path = match.path.hasPrefix("./") ? match.path.dropFirst(2) : match.path
    return path.isEmpty ? nil : String(path + match.line)
  }
}
