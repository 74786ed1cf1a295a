/// A path through an app: the names of its screens, from the outermost to the visible one.
///
/// ```swift
/// let project: Route = ["projects", "run"]
/// let item = project.appending("run-8")  // item.parent == project
/// ```
public struct Route: Hashable, Sendable {
  /// The names, the outermost screen's first.
  public var segments: [String]

  /// Creates a route; without segments, the root's.
  public init(_ segments: [String] = []) {
    self.segments = segments
  }

  /// The route without its last segment; the root is its own parent.
  public var parent: Route {
    Route(segments.dropLast())
  }

  /// Returns the route with another segment at its end.
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
