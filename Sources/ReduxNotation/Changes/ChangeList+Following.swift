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
        old.compact.utf16.count + new.compact.utf16.count > longestWhole
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

  /// Finds an element that went from one array to another: one with the same identity, the same members and most of their values
  /// came there, and nothing else came to either array or went from it, which would give the places other indexes.
  mutating func joinMoves() {
    func identity(_ value: JSONValue?) -> ByteString? {
      guard case .object(let object)? = value else { return nil }
      let key = FollowedElements.keys.first { object[$0] != nil }
      guard let identity = key.flatMap({ object[$0] }).flatMap(FollowedElements.text) else { return nil }
      return ByteString("\(identity.string) \(object.keys.sorted())")
    }
    func array(_ place: JSONPointer) -> JSONPointer? {
      guard let last = place.tokens.last, JSONPointer.index(last) != nil else { return nil }
      return JSONPointer(tokens: place.tokens.dropLast())
    }
    var shifts: [JSONPointer: Int] = [:]
    for change in changes {
      switch change {
      case .added(let place, _), .removed(let place, _): if let array = array(place) { shifts[array, default: 0] += 1 }
      case .moved(let source, let place), .copied(let source, let place):
        for place in [source, place] { if let array = array(place) { shifts[array, default: 0] += 1 } }
      default: break
      }
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
        ChangeList.areAlike(old, new), let from = array(source), let to = array(target), shifts[from] == 1,
        shifts[to] == 1
      else { continue }
      removed[identity] = nil
      joined[origin] = []
      joined[index] =
        [.moved(from: source, to: target)] + (old == new ? [] : ChangeList.inside(target, from: old, to: new))
    }
    changes = changes.enumerated().flatMap { index, change in joined[index] ?? [change] }
  }
}

extension ChangeList {
  /// Whether two objects have at least half of their members' values in common, beside the one that identifies them.
  fileprivate static func areAlike(_ old: JSONValue, _ new: JSONValue) -> Bool {
    guard case (.object(let old), .object(let new)) = (old, new), old.count > 1 else { return false }
    let same = zip(old.keys, old.values).count { new[$0] == $1 }
    return 2 * (same - 1) >= old.count - 1
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
