/// Hashing of collections by their difference from the last state.
extension EncodingCore {
  /// Whether collections of this size may have memos here.
  ///
  /// Not where rules look at indices, and not while a secret is masked: there a hash depends on more than the element.
  @inline(__always)
  private func hasMemos(count: Int) -> Bool {
    count >= StateMemo.least && place == RuleWalk.free && (sink.isOnlyHashing || sink.isSketching)
  }

  /// Adds the hash of an array that has a memo; `false` if the run must walk the array.
  func followElements<Element: Encodable>(_ elements: [Element], _ memo: StateMemo) throws -> Bool {
    guard hasMemos(count: elements.count), let bytes = memo.bytes(of: Element.self) else { return false }
    return try follow(ArrayMemo<Element>(bytes, memo.budget), memo, { memo.bytes(of: Element.self) != nil }) {
      try $0.follow(elements, noting: $1, self, memo)
    }
  }

  /// Adds the hash of a dictionary that has a memo; `false` if the run must walk the dictionary. `text` returns the coding
  /// key of a key.
  func followEntries<Key: Hashable, Value: Encodable>(
    _ dictionary: [Key: Value], _ text: @escaping (Key) -> String, _ memo: StateMemo
  ) throws -> Bool {
    guard hasMemos(count: dictionary.count), !sink.listsMembers(count: dictionary.count),
      let keyBytes = memo.bytes(of: Key.self), let valueBytes = memo.bytes(of: Value.self)
    else { return false }
    return try follow(
      DictionaryMemo<Key, Value>(keyBytes, valueBytes, memo.budget, text), memo, { memo.bytes(of: Value.self) != nil }
    ) {
      try $0.follow(dictionary, noting: $1, self, memo)
    }
  }

  /// Calls the body with the memo that the collection had in the last state, or a new one, and whether to note its change.
  private func follow<Memo: FollowedCollection>(
    _ new: @autoclosure () -> Memo, _ memo: StateMemo, _ isStable: () -> Bool, _ body: (Memo, Bool) throws -> Bool
  ) throws -> Bool {
    guard let scope = memo.scope else { return false }
    let key = path.count > 0 ? path.elements[path.count &- 1].key?.stringValue : nil
    let known = scope.take(MemoScope.Place(type: ObjectIdentifier(Memo.self), key: key ?? ""))
    // The place has the type, and a cast would look it up.
    let collection = known.map { unsafeDowncast($0, to: Memo.self) } ?? new()
    let last = path.count
    path.append(PathStep())
    defer { path.removeLast(to: last) }
    let isSketching = sink.isSketching
    if isSketching { sink.hashParts(true) }
    defer { if isSketching { sink.hashParts(false) } }
    let isFollowed = try body(collection, isSketching)
    scope.put(isOutOfOrder || !isStable() || collection.isLost ? nil : collection)
    guard isFollowed, !isOutOfOrder else { return isFollowed }
    if isSketching {
      sink.text.omit(FollowedPart(collection), depth: collection.depth)
    } else if let change = collection.change {
      let session = memo.elementSession(rules)
      sink.hash.container(
        collection.hash, depth: collection.depth, changing: try collection.elements(change.elements, session),
        since: change.earlier)
    } else {
      sink.hash.container(collection.hash, depth: collection.depth)
    }
    return true
  }
}
