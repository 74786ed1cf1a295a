/// One of the calls that lead from one route to another.
package enum NavigationStep: Hashable, Sendable {
  /// Shows a screen for this segment on top.
  case push(String)
  /// Removes the last screen, which shows this segment.
  case pop(String)
  /// Replaces the last screen's segment by another.
  case change(String, to: String)
}

extension Route {
  /// Returns the first step to another route; `nil` if the routes are equal.
  ///
  /// The common prefix stays. The screens after it are popped, deepest first, down to one if that can change to a wanted
  /// segment; then the missing ones are pushed. Each step depends only on the two routes, so the goal may change after
  /// any step.
  func firstStep(toward wanted: Route) -> NavigationStep? {
    let common = zip(segments, wanted.segments).prefix { $0 == $1 }.count
    let next = wanted.segments.dropFirst(common).first
    guard let last = segments.dropFirst(common).last else { return next.map { .push($0) } }
    if segments.count == common + 1, let next { return .change(last, to: next) }
    return .pop(last)
  }
}
