/// Where in an app its user is: the names of the screens, from the outermost to the one that is seen.
///
/// ```swift
/// let project: Route = ["projects", "run"]
/// let item = project.appending("run-8")  // item.parent == project
/// ```
public struct Route: Hashable, Sendable {
  /// The names, the outermost screen's first.
  public var segments: [String]

  /// Creates a route; without segments, that of an app that shows nothing but its root.
  public init(_ segments: [String] = []) {
    self.segments = segments
  }

  /// The route to the screen before the last; that of the root is its own.
  public var parent: Route {
    Route(segments.dropLast())
  }

  /// The route one screen further.
  public func appending(_ segment: String) -> Route {
    Route(segments + [segment])
  }
}

extension Route: ExpressibleByArrayLiteral {
  /// Creates the route with these segments.
  public init(arrayLiteral segments: String...) {
    self.init(segments)
  }
}
