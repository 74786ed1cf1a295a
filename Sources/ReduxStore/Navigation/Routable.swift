/// A screen or another container that a `NavigationRouter` walks through.
///
/// A routable handles the segment after its own: the root handles the first one, the first segment's screen the second.
/// The router awaits each call, of any routable, before it makes the next. So a screen may wait for its animation.
///
/// A call that throws must leave the screens as they were: the router continues from there. When a user leaves a screen by
/// a gesture, the screen dispatches the new route, and `pop` finds nothing to do.
@MainActor
public protocol Routable: AnyObject {
  /// Shows the screen of a segment on top of this one, and returns the routable of the next segment.
  func push(_ segment: String) async throws -> any Routable

  /// Removes the screen of a segment, which is the topmost one.
  func pop(_ segment: String) async throws

  /// Replaces the screen of a segment, which is the topmost one, and returns the routable of the next segment.
  func change(_ segment: String, to next: String) async throws -> any Routable
}

/// A routable refuses the calls that it doesn't implement: most screens lead to no other screens.
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
