import StateCoding
import StateTree

extension ChangeList {
  /// Shorter values are replaced as a whole where all of them fits beside what it was.
  private static let longestWhole = 48
  /// Longer arrays whose elements have no identities are replaced as a whole.
  private static let longestByPlace = 16

  /// Tells a replaced value by what changed in it, if it is large or its elements have identities; `nil` for others.
  static func following(
    _ place: JSONPointer, from old: JSONValue, to new: JSONValue, by identity: PointerPatterns
  ) -> [Change]? {
    switch (old, new) {
    case (.array(let before), .array(let after)):
      if let followed = FollowedElements(before, after, at: place, by: identity) {
        return followed.changes.flatMap { change -> [Change] in
          switch change {
          case .removed(let index): [.removed(place.appending(index: index), before[index])]
          case .added(let index): [.added(place.appending(index: index), after[index])]
          case .moved(let from, let to): [.moved(from: place.appending(index: from), to: place.appending(index: to))]
          case .changed(let from, let to):
            inside(place.appending(index: to), from: before[from], to: after[to], by: identity)
          }
        }
      }
      guard before.count == after.count, before.count <= longestByPlace, isLong(old, new) else { return nil }
      return before.indices.filter { before[$0] != after[$0] }.flatMap { index in
        inside(place.appending(index: index), from: before[index], to: after[index], by: identity)
      }
    case (.object(let before), .object(let after)):
      let shared = before.keys.count { after[$0] != nil }
      // An object with one member may be a case of an enum.
      guard 2 * shared >= max(before.count, after.count) || before.count == 1 && after.count == 1, isLong(old, new)
      else { return nil }
      return members(place, from: before, to: after, by: identity)
    default: return nil
    }
  }

  private static func isLong(_ old: JSONValue, _ new: JSONValue) -> Bool {
    length(of: old, upTo: longestWhole) + length(of: new, upTo: longestWhole) > longestWhole
  }

  /// The length of a value's compact text, or more than the limit.
  private static func length(of value: JSONValue, upTo limit: Int) -> Int {
    var length = 2
    switch value {
    case .array(let elements):
      for element in elements where length <= limit { length += 1 + self.length(of: element, upTo: limit - length) }
      return length - (elements.isEmpty ? 0 : 1)
    case .object(let object):
      for (key, member) in object where length <= limit {
        length += 2 + self.length(of: .string(key), upTo: limit) + self.length(of: member, upTo: limit - length)
      }
      return length - (object.isEmpty ? 0 : 1)
    case .string(let text): return text.utf8.count > 4 * limit ? limit + 1 : value.compact.utf16.count
    case .null, .bool, .number: return value.compact.utf16.count
    }
  }

  /// What changed in a value that has the same identity, or the same place, as before.
  private static func inside(
    _ place: JSONPointer, from old: JSONValue, to new: JSONValue, by identity: PointerPatterns
  ) -> [Change] {
    if case (.object(let before), .object(let after)) = (old, new) {
      return members(place, from: before, to: after, by: identity)
    }
    return ChangeList(from: old, to: new, by: identity.inside(place)).changes.map { $0.inside(place) }
  }

  private static func members(
    _ place: JSONPointer, from old: JSONObject, to new: JSONObject, by identity: PointerPatterns
  ) -> [Change] {
    let removed = zip(old.keys, old.values).compactMap { key, value in
      new[key] == nil ? Change.removed(place.appending(key), value) : nil
    }
    return removed
      + zip(new.keys, new.values).flatMap { key, value -> [Change] in
        let place = place.appending(key)
        guard let before = old[key] else { return [.added(place, value)] }
        if before == value { return [] }
        return ChangeList(from: before, to: value, by: identity.inside(place)).changes.map { $0.inside(place) }
      }
  }

  /// With more namesakes, elements with one identity aren't compared.
  private static let mostNamesakes = 4

  /// Finds an element that went from one array to another: one with the same identity and most of its members and values came
  /// there, and nothing else came to either array or went from it, which would give the places other indexes.
  mutating func joinMoves(by chosen: PointerPatterns) {
    func identity(_ value: JSONValue?, at place: JSONPointer) -> JSONValue? {
      guard let value, case .object(let object) = value else { return nil }
      let members = array(place).map(chosen.members) ?? []
      let values = members.lazy.map { value[JSONPointer(tokens: $0)] } + FollowedElements.keys.lazy.map { object[$0] }
      return values.compactMap(\.self).first.flatMap(FollowedElements.scalar)
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
    var removed: [JSONValue: [Int]] = [:]
    for (index, change) in changes.enumerated() {
      if case .removed(let place, let value) = change, let identity = identity(value, at: place) {
        removed[identity, default: []].append(index)
      }
    }
    if removed.isEmpty { return }
    var joined: [Int: [Change]] = [:]
    for (index, change) in changes.enumerated() {
      guard case .added(let target, let new?) = change, let identity = identity(new, at: target),
        let namesakes = removed[identity], namesakes.count <= ChangeList.mostNamesakes
      else { continue }
      let sources = namesakes.filter {
        if case .removed(_, let old?) = changes[$0] { ChangeList.areAlike(old, new) } else { false }
      }
      guard sources.count == 1, let origin = sources.first, case .removed(let source, let old?) = changes[origin],
        let from = array(source), let to = array(target), shifts[from] == 1, shifts[to] == 1
      else { continue }
      removed[identity]?.removeAll { $0 == origin }
      joined[origin] = []
      joined[index] =
        [.moved(from: source, to: target)]
        + (old == new ? [] : ChangeList.inside(target, from: old, to: new, by: chosen))
    }
    changes = changes.enumerated().flatMap { index, change in joined[index] ?? [change] }
  }
}

extension ChangeList {
  /// Whether two objects have most of their members in common, and at least half of the old values beside the one that
  /// identifies them.
  fileprivate static func areAlike(_ old: JSONValue, _ new: JSONValue) -> Bool {
    guard case (.object(let old), .object(let new)) = (old, new), old.count > 1,
      2 * min(old.count, new.count) >= max(old.count, new.count)
    else { return false }
    let shared = old.keys.count { new[$0] != nil }
    let same = zip(old.keys, old.values).count { new[$0] == $1 }
    return 2 * shared >= max(old.count, new.count) && 2 * (same - 1) >= old.count - 1
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
