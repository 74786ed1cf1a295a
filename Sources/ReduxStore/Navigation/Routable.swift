/// A screen, or whatever else holds others, as a `NavigationRouter` walks them.
///
/// A routable is responsible for the segment behind its own: the root for the first one, the screen of the first for the
/// second. Each call is awaited before the next is made, of this routable or of any other, so a screen may take as long
/// as its animation does.
///
/// A call that throws must leave the screens as they were: the router goes on from there. When a user leaves a screen by
/// a gesture, the screen dispatches the route it leads to, and `pop` finds nothing left to do.
@MainActor
public protocol Routable: AnyObject {
  /// Shows the screen of a segment on top of this one, and returns what is responsible for the segment behind it.
  func push(_ segment: String) async throws -> any Routable

  /// Takes the screen of a segment away, on top of which there is no other any more.
  func pop(_ segment: String) async throws

  /// Shows the screen of a segment in place of another's, on top of which there is no other any more, and returns what
  /// is responsible for the segment behind it.
  func change(_ segment: String, to next: String) async throws -> any Routable
}

/// A routable that leaves out a call refuses it: most screens have none behind them, or none to choose from.
extension Routable {
  /// Throws an `UnroutableSegment`.
  public func push(_ segment: String) async throws -> any Routable {
    throw UnroutableSegment(segment, in: self)
  }

  /// Throws an `UnroutableSegment`.
  public func pop(_ segment: String) async throws {
    throw UnroutableSegment(segment, in: self)
  }

  /// Throws an `UnroutableSegment`.
  public func change(_ segment: String, to next: String) async throws -> any Routable {
    throw UnroutableSegment(next, in: self)
  }
}
