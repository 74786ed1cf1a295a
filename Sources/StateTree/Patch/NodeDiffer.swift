import SystemSupport

extension JSONPatch {
  /// The operations of `diff(from:to:)` for two parsed values, and for each the value that it removes or replaces, or `nil`.
  ///
  /// It builds trees only of values that differ.
  package static func changes(
    from old: JSONNode, to new: JSONNode, tokenLimit: Int = JSONPatch.tokenLimit
  ) -> (patch: JSONPatch, replaced: [JSONValue?]) {
    var differ = JSONDiffer(tokenLimit: tokenLimit)
    differ.compare(old, new)
    if differ.isExhausted { return (JSONPatch([.replace(JSONPointer(tokens: []), new.value)]), [old.value]) }
    return (JSONPatch(differ.operations), differ.replaced)
  }
}

extension JSONDiffer {
  /// Compares two parsed values in place.
  package mutating func compare(_ old: JSONNode, _ new: JSONNode) {
    old.document.withView { before in
      new.document.withView { after in
        var differ = NodeDiffer(old: before, new: after, documents: (old.document, new.document), json: self)
        self = JSONDiffer()
        differ.compare(old.position, new.position)
        self = differ.json
      }
    }
  }
}

/// Compares two parsed documents in place.
private struct NodeDiffer {
  let old: DocumentView
  let new: DocumentView
  let documents: (old: JSONDocument, new: JSONDocument)
  var json: JSONDiffer

  /// Compares the values at two positions.
  mutating func compare(_ before: Int, _ after: Int) {
    if json.isExhausted { return }
    if old.node(before).kind == new.node(after).kind, old.raw(at: before).hasBytes(of: new.raw(at: after)) { return }
    switch (old.node(before).kind, new.node(after).kind) {
    case (.object, .object) where old.hasKeys(before, of: after, in: new): compareInOrder(before, after)
    case (.object, .object): compareByKeys(before, after)
    // Deeper arrays are compared without an edit script.
    case (.array, .array) where json.arrays < JSONDiffer.scriptDepth:
      json.compare(
        NodeArrays(
          JSONNode(document: documents.old, position: before), JSONNode(document: documents.new, position: after)))
    default: json.compare(old.value(at: before), new.value(at: after))
    }
  }

  private mutating func compareInOrder(_ before: Int, _ after: Int) {
    var (left, right) = (before &+ 1, after &+ 1)
    var count = old.node(before).count
    while count > 0 {
      compareMembers(left, right)
      left = Int(truncatingIfNeeded: old.node(left &+ 1).next)
      right = Int(truncatingIfNeeded: new.node(right &+ 1).next)
      count &-= 1
    }
  }

  /// Compares two objects like `JSONDiffer`.
  private mutating func compareByKeys(_ before: Int, _ after: Int) {
    let lefts = positions(of: before, in: old)
    let rights = positions(of: after, in: new)
    for (key, position) in lefts.order where rights.places[key] == nil {
      json.append(.remove(json.pointer.appending(key.string)), replacing: old.value(at: position + 1))
    }
    for (key, position) in rights.order {
      if let left = lefts.places[key] {
        compareMembers(left, position)
      } else {
        json.append(.add(json.pointer.appending(key.string), new.value(at: position + 1)))
      }
    }
  }

  private mutating func compareMembers(_ left: Int, _ right: Int) {
    // The key is needed only if something differs.
    if old.node(left &+ 1).kind == new.node(right &+ 1).kind,
      old.raw(at: left &+ 1).hasBytes(of: new.raw(at: right &+ 1))
    {
      return
    }
    json.path.append(new.string(at: right))
    compare(left + 1, right + 1)
    json.path.removeLast()
  }

  /// Returns the positions of an object's keys.
  private func positions(
    of object: Int, in view: DocumentView
  ) -> (order: [(key: ByteString, position: Int)], places: [ByteString: Int]) {
    let count = Int(view.node(object).count)
    var order: [(key: ByteString, position: Int)] = []
    var places = [ByteString: Int](minimumCapacity: count)
    order.reserveCapacity(count)
    var position = object + 1
    for _ in 0..<count {
      let key = ByteString(view.string(at: position))
      order.append((key, position))
      places[key] = position
      position = Int(view.node(position + 1).next)
    }
    return (order, places)
  }
}
