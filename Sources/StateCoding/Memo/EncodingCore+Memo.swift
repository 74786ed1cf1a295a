import RuntimeLayout
@_spi(Kernel) import StateTree

/// Hashing of collections by their difference from the last state.
extension EncodingCore {
  /// Whether collections of this size may have memos here.
  ///
  /// Not where rules look at indices, and not while a secret is masked: there a hash depends on more than the element.
  @_transparent
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
    guard memo.gate.isOpen, hasMemos(count: dictionary.count), !sink.listsMembers(count: dictionary.count),
      let keyBytes = memo.bytes(of: Key.self), let valueBytes = memo.bytes(of: Value.self)
    else { return false }
    return try follow(
      DictionaryMemo<Key, Value>(keyBytes, valueBytes, memo.budget, text), memo, { memo.bytes(of: Value.self) != nil }
    ) {
      try $0.follow(dictionary, noting: $1, self, memo)
    }
  }

  /// Adds the hash of a large object of a tree that has a memo; `false` if the run must walk the object.
  func followMembers(_ object: JSONObject, _ memo: StateMemo) throws -> Bool {
    guard object.count > StateOutline.childLimit, hasMemos(count: object.count),
      !sink.listsMembers(count: object.count),
      // Its other members may name that one as a secret.
      rules == nil || object.position(of: SecretPair.value) == nil,
      let keyBytes = memo.bytes(of: String.self), let valueBytes = memo.bytes(of: JSONValue.self)
    else { return false }
    return try follow(ObjectMemo(keyBytes, valueBytes, memo.budget), memo, { true }) {
      try $0.follow(object, noting: $1, self, memo)
    }
  }

  /// Adds the hash of a set, or of a dictionary that is encoded as an array, that has a memo; `false` if the run must walk it.
  func followUnordered<Source: UnorderedCollection>(_ source: Source, _ memo: StateMemo) throws -> Bool {
    // A sketch has the values of a dictionary, whose memo keeps them in another order.
    guard hasMemos(count: source.count), sink.isOnlyHashing || Source.width == 1,
      let keyBytes = memo.bytes(of: Source.Key.self),
      let valueBytes = Source.width == 1 ? keyBytes : memo.bytes(of: Source.Value.self)
    else { return false }
    return try follow(
      SortedMemo<Source>(keyBytes, valueBytes, memo.budget), memo,
      { memo.bytes(of: Source.Key.self) != nil && (Source.width == 1 || memo.bytes(of: Source.Value.self) != nil) }
    ) {
      try $0.follow(source, noting: $1, self, memo)
    }
  }

  /// Hashes a part of a collection, which the body encodes: what it adds to the collection's hash, and its own hash; `nil` if
  /// the run must be discarded.
  @_transparent
  func hashPart(
    under key: String? = nil, in collection: CollectionMemo, _ body: () throws -> Void
  ) rethrows -> (part: StateHash, own: StateHash)? {
    let level = sink.hash.level
    let deepest = sink.hash.deepest
    sink.hash.deepest = level
    if let key { sink.hash.beginPart(member: key) } else { sink.hash.beginPart() }
    try body()
    guard !isOutOfOrder else { return nil }
    let hashes = sink.hash.endPart()
    collection.depth = max(collection.depth, sink.hash.deepest - level)
    sink.hash.deepest = max(sink.hash.deepest, deepest)
    return hashes
  }

  /// Refuses a type, because of an element of the collection whose step is the last one on the path.
  func refuse(_ type: Any.Type, at key: String, _ reason: UnstableElement.Reason, _ memo: StateMemo) {
    let pointer = JSONPointer(tokens: path(count: path.count - 1).map(\.stringValue) + [key]).description
    memo.refuse(type, UnstableElement(type: TypeName.of(type), pointer: pointer, reason: reason))
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
    memo.pass(isFollowed: isFollowed)
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
