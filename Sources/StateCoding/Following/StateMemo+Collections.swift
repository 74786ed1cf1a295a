import RuntimeLayout
import StatePrivacy
import StateTree

/// Following of collections, each with a memo of its own.
extension StateMemo {
  func follow<Element: Encodable>(_ elements: [Element], in core: EncodingCore) throws -> Bool {
    guard let bytes = bytes(of: Element.self) else { return false }
    return try follow(in: core, ArrayMemo<Element>(bytes, budget), { self.bytes(of: Element.self) != nil }) {
      try $0.follow(elements, noting: $1, core, self)
    }
  }

  func follow<Key: Hashable, Value: Encodable>(
    _ dictionary: [Key: Value], _ objectKey: @escaping (Key) -> ObjectKey?, in core: EncodingCore
  ) throws -> Bool {
    guard gate.isOpen, !core.sink.listsMembers(count: dictionary.count),
      let keyBytes = bytes(of: Key.self), let valueBytes = bytes(of: Value.self)
    else { return false }
    return try follow(
      in: core, DictionaryMemo<Key, Value>(keyBytes, valueBytes, budget, objectKey),
      { self.bytes(of: Value.self) != nil }
    ) {
      try $0.follow(dictionary, noting: $1, core, self)
    }
  }

  func follow(_ object: JSONObject, in core: EncodingCore) throws -> Bool {
    guard object.count > StateOutline.childLimit, !core.sink.listsMembers(count: object.count),
      // Its other members may name that one as a secret.
      core.rules == nil || SecretPair.values.allSatisfy({ object.position(of: $0) == nil }),
      let keyBytes = bytes(of: String.self), let valueBytes = bytes(of: JSONValue.self)
    else { return false }
    return try follow(in: core, ObjectMemo(keyBytes, valueBytes, budget), { true }) {
      try $0.follow(object, noting: $1, core, self)
    }
  }

  func follow<Source: TextOrderedCollection>(_ source: Source, in core: EncodingCore) throws -> Bool {
    // A sketch has the values of a dictionary, whose memo keeps them in another order.
    guard core.sink.isOnlyHashing || Source.width == 1, let keyBytes = bytes(of: Source.Key.self),
      let valueBytes = Source.width == 1 ? keyBytes : bytes(of: Source.Value.self)
    else { return false }
    return try follow(
      in: core, SortedMemo<Source>(keyBytes, valueBytes, budget),
      { self.bytes(of: Source.Key.self) != nil && (Source.width == 1 || self.bytes(of: Source.Value.self) != nil) }
    ) {
      try $0.follow(source, noting: $1, core, self)
    }
  }

  /// Calls the body with the memo that the collection had in the last state, or a new one, and whether to note its change.
  private func follow<Memo: FollowedCollection>(
    in core: EncodingCore, _ new: @autoclosure () -> Memo, _ isStable: () -> Bool, _ body: (Memo, Bool) throws -> Bool
  ) throws -> Bool {
    guard let scope else { return false }
    let key = core.path.count > 0 ? core.path.elements[core.path.count &- 1].key?.stringValue : nil
    let known = scope.take(MemoScope.Place(type: ObjectIdentifier(Memo.self), key: key ?? ""))
    // The place has the type, and a cast would look it up.
    let collection = known.map { unsafeDowncast($0, to: Memo.self) } ?? new()
    let last = core.path.count
    core.path.append(EncodingCore.PathStep())
    defer { core.path.removeLast(to: last) }
    let isSketching = core.sink.isSketching
    if isSketching { core.sink.hashParts(true) }
    defer { if isSketching { core.sink.hashParts(false) } }
    let isFollowed = try body(collection, isSketching)
    pass(isFollowed: isFollowed)
    scope.put(core.isOutOfOrder || !isStable() || collection.isLost ? nil : collection)
    guard isFollowed, !core.isOutOfOrder else { return isFollowed }
    let named = try collection.change.map { change in
      (try collection.elements(change.elements, elementSession(core.rules)), change.earlier)
    }
    if isSketching {
      core.sink.text.omit(FollowedPart(collection, naming: named), depth: collection.depth)
    } else if let named {
      core.sink.hash.container(collection.hash, depth: collection.depth, changing: named.0, since: named.1)
    } else {
      core.sink.hash.container(collection.hash, depth: collection.depth)
    }
    return true
  }
}

extension EncodingCore {
  /// Whether the outline names elements of a tree's collection that comes next, also if it is made of a sketch.
  var namesTreeElements: Bool {
    sink.hash.namesElements || sink.text.omissions != nil && sink.text.level <= HashSink.namedLevels
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
}

extension EncodingSession {
  /// Keeps copies of the elements of large collections from one state to the next, so that hashing it takes as long as
  /// their difference.
  ///
  /// Such a run doesn't count the secrets in elements that stay as they are.
  ///
  /// - Parameter limit: The most bytes that the copies may take, without what they refer to; 0 keeps none.
  package func followStates(limit: Int) { follower = limit > 0 ? StateMemo(limit: limit, gate) : nil }

  /// The type in a value because of which its elements can't be followed; `nil` if they can.
  package static func obstacle(toFollowing type: Any.Type) -> Any.Type? { StableBytes(type).obstacle }
}

extension StateEncoder {
  /// A session that follows one state after another, under the same rules; see `EncodingSession.followStates(limit:)`.
  package func followingSession(limit: Int) -> EncodingSession {
    let session = EncodingSession(sharing: redaction?.rules)
    session.followStates(limit: limit)
    return session
  }
}
