extension JSONValue {
  /// Merges a document into this one by RFC 7396.
  ///
  /// Objects are merged member by member, and `null` removes a member. Any other value is replaced. It works in place, in time
  /// proportional to the patch and to the objects that it removes members from.
  public mutating func merge(_ patch: JSONValue) {
    guard case .object(let changes) = patch else { return self = patch }
    var members = object ?? JSONObject()
    // Keep a single reference, so that it is changed in place.
    self = .null
    var removed: Set<Int> = []
    for (key, change) in zip(changes.keys, changes.values) {
      switch (members.position(of: key), change) {
      case (let position?, .null):
        removed.insert(position)
      case (nil, .null):
        break
      case (let position?, _):
        members.modify(at: position) { $0.merge(change) }
      case (nil, _):
        // Merged rather than set: a `null` inside it is a removal, too.
        var new = JSONValue.null
        new.merge(change)
        members[key] = new
      }
    }
    if !removed.isEmpty {
      let kept = members.keys.indices.filter { !removed.contains($0) }
      members = JSONObject(uniqueKeys: kept.map { members.keys[$0] }, values: kept.map { members.values[$0] })
    }
    self = .object(members)
  }
}
