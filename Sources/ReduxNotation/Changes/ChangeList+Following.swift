import StateTree

extension ChangeList {
  /// Shorter objects are replaced as a whole where all of them fits beside what it was.
  private static let longestWhole = 120

  /// Tells a replaced value by what changed in it, if its elements have identities or it is a large object; `nil` for others.
  static func following(_ place: JSONPointer, from old: JSONValue, to new: JSONValue) -> [Change]? {
    switch (old, new) {
    case (.array(let old), .array(let new)):
      guard let followed = FollowedElements(old, new) else { return nil }
      return followed.changes.flatMap { change -> [Change] in
        switch change {
        case .removed(let index): [.removed(place.appending(index: index), old[index])]
        case .added(let index): [.added(place.appending(index: index), new[index])]
        case .moved(let from, let to): [.moved(from: place.appending(index: from), to: place.appending(index: to))]
        case .changed(let from, let to): inside(place.appending(index: to), from: old[from], to: new[to])
        }
      }
    case (.object(let before), .object(let after)):
      let shared = before.keys.count { after[$0] != nil }
      guard 2 * shared >= max(before.count, after.count), before.count + after.count > 2,
        old.compact.utf8.count + new.compact.utf8.count > longestWhole
      else { return nil }
      return members(place, from: before, to: after)
    default: return nil
    }
  }

  /// What changed in a value that has the same identity as before.
  private static func inside(_ place: JSONPointer, from old: JSONValue, to new: JSONValue) -> [Change] {
    if case (.object(let before), .object(let after)) = (old, new) { return members(place, from: before, to: after) }
    return following(place, from: old, to: new) ?? [.changed(place, from: old, to: new)]
  }

  private static func members(_ place: JSONPointer, from old: JSONObject, to new: JSONObject) -> [Change] {
    let removed = zip(old.keys, old.values).compactMap { key, value in
      new[key] == nil ? Change.removed(place.appending(key), value) : nil
    }
    return removed
      + zip(new.keys, new.values).flatMap { key, value -> [Change] in
        let place = place.appending(key)
        guard let before = old[key] else { return [.added(place, value)] }
        if before == value { return [] }
        return ChangeList(JSONPatch.changes(from: before, to: value)).changes.map { $0.inside(place) }
      }
  }

  /// Finds elements that went from one array to another: one with the same identity and the same members came there.
  mutating func joinMoves() {
    func identity(_ value: JSONValue?) -> ByteString? {
      guard case .object(let object)? = value, object.count > 1 else { return nil }
      let key = FollowedElements.keys.first { object[$0] != nil }
      return key.flatMap { object[$0] }.map { ByteString("\($0.compact) \(object.keys.sorted())") }
    }
    var removed: [ByteString: [Int]] = [:]
    for (index, change) in changes.enumerated() {
      if case .removed(_, let value) = change, let identity = identity(value) {
        removed[identity, default: []].append(index)
      }
    }
    if removed.isEmpty { return }
    var joined: [Int: [Change]] = [:]
    for (index, change) in changes.enumerated() {
      guard case .added(let target, let new?) = change, let identity = identity(new), let sources = removed[identity],
        sources.count == 1, let origin = sources.first, case .removed(let source, let old?) = changes[origin],
        source.tokens.last.flatMap(JSONPointer.index) != nil, target.tokens.last.flatMap(JSONPointer.index) != nil
      else { continue }
      removed[identity] = nil
      joined[origin] = []
      joined[index] =
        [.moved(from: source, to: target)] + (old == new ? [] : ChangeList.inside(target, from: old, to: new))
    }
    changes = changes.enumerated().flatMap { index, change in joined[index] ?? [change] }
  }
}

extension ChangeList.Change {
  /// The same change of a value at a place, whose change this is.
  fileprivate func inside(_ outer: JSONPointer) -> ChangeList.Change {
    func inner(_ place: JSONPointer) -> JSONPointer { JSONPointer(tokens: outer.tokens + place.tokens) }
    return switch self {
    case .added(let place, let value): .added(inner(place), value)
    case .removed(let place, let value): .removed(inner(place), value)
    case .changed(let place, let old, let new): .changed(inner(place), from: old, to: new)
    case .value(let place, let value): .value(inner(place), value)
    case .moved(let source, let place): .moved(from: inner(source), to: inner(place))
    case .copied(let source, let place): .copied(from: inner(source), to: inner(place))
    case .redacted(let place): .redacted(inner(place))
    }
  }
}
