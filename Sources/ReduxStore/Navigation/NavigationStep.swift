/// One of the calls that lead from one route to another.
public enum NavigationStep: Hashable, Sendable {
  /// One screen more, for this segment.
  case push(String)
  /// One screen less: the last one, which has this segment.
  case pop(String)
  /// The last screen becomes another segment's.
  case change(String, to: String)
}

extension Route {
  /// The first step of the way to another route; `nil` if it is the same.
  ///
  /// What the two have in common stays. The screens behind that are popped, the deepest first, down to one if there is
  /// a segment to change it to, and then what is missing is pushed. So the second step is the first one of the route
  /// that the first one leads to, and a way can be left for another after each.
  func firstStep(toward wanted: Route) -> NavigationStep? {
    let common = zip(segments, wanted.segments).prefix { $0 == $1 }.count
    let next = wanted.segments.dropFirst(common).first
    guard let last = segments.dropFirst(common).last else { return next.map { .push($0) } }
    if segments.count == common + 1, let next { return .change(last, to: next) }
    return .pop(last)
  }
}
