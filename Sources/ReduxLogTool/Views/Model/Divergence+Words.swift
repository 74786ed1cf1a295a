import ReduxReplay

extension Divergence {
  private static let namedMembers = 2

  /// The different behaviour of today's app in a sentence without a full stop.
  ///
  ///     project.delete no longer changes /items
  var inWords: String {
    switch kind {
    case .error(nil, let error?): return "\(type) is refused today: \(error)"
    case .error(let error?, nil): return "\(type) was refused when recorded, but not today: \(error)"
    case .error: return "\(type) is refused for another reason today"
    case .state: break
    }
    guard !members.isEmpty else { return "\(type) leads to another state than recorded" }
    var parts = members.prefix(Divergence.namedMembers).map(\.inWords)
    if members.count > Divergence.namedMembers {
      parts.append("changes \(members.count - Divergence.namedMembers) more places differently")
    }
    return "\(type) \(parts.joined(separator: ", "))"
  }
}

extension Divergence.Member {
  fileprivate var inWords: String {
    let place = pointer.isEmpty ? "the whole state" : pointer
    return switch (recorded, replayed) {
    case (.set, .unchanged): "no longer changes \(place)"
    case (.removed, .unchanged): "no longer removes \(place)"
    case (.unchanged, .set): "now changes \(place)"
    case (.unchanged, .removed), (.set, .removed): "now removes \(place)"
    case (.removed, .set): "now sets \(place) instead of removing it"
    case (.set, .set): "sets \(place) to another value"
    case (.unchanged, .unchanged), (.removed, .removed): "leads to another value of \(place)"
    }
  }
}
