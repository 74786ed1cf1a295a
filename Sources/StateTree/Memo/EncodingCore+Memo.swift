/// Hashing of collections by their difference from the last state.
extension EncodingCore {
  /// Whether collections of this size may have memos here.
  ///
  /// Not where rules look at indices, and not while a secret is masked: there a hash depends on more than the element.
  @inline(__always)
  private func hasMemos(count: Int) -> Bool {
    count >= StateMemo.least && place == RuleWalk.free && sink.isOnlyHashing
  }

  /// Adds the hash of an array that has a memo; `false` if the run must walk the array.
  func followElements<Element: Encodable>(_ elements: [Element], _ memo: StateMemo) throws -> Bool {
    guard hasMemos(count: elements.count), let bytes = memo.bytes(of: Element.self) else { return false }
    return try follow(ArrayMemo<Element>(bytes, memo.budget), memo, { memo.bytes(of: Element.self) != nil }) { array in
      try array.follow(elements, self, memo)
    }
  }

  /// Adds the hash of a dictionary that has a memo; `false` if the run must walk the dictionary. `text` returns the coding
  /// key of a key.
  func followEntries<Key: Hashable, Value: Encodable>(
    _ dictionary: [Key: Value], _ text: (Key) -> String, _ memo: StateMemo
  ) throws -> Bool {
    guard hasMemos(count: dictionary.count), !sink.hash.listsMembers(count: dictionary.count),
      let keyBytes = memo.bytes(of: Key.self), let valueBytes = memo.bytes(of: Value.self)
    else { return false }
    return try follow(
      DictionaryMemo<Key, Value>(keyBytes, valueBytes, memo.budget), memo, { memo.bytes(of: Value.self) != nil }
    ) { entries in
      try entries.follow(dictionary, text, self, memo)
    }
  }

  /// Calls the body with the memo that the collection had in the last state, or a new one.
  private func follow<Memo: AnyObject>(
    _ new: @autoclosure () -> Memo, _ memo: StateMemo, _ isStable: () -> Bool, _ body: (Memo) throws -> Bool
  ) throws -> Bool {
    guard let scope = memo.scope else { return false }
    let key = path.count > 0 ? path.elements[path.count &- 1].key?.stringValue : nil
    let known = scope.take(MemoScope.Place(type: ObjectIdentifier(Memo.self), key: key ?? ""))
    // The place has the type, and a cast would look it up.
    let collection = known.map { unsafeDowncast($0, to: Memo.self) } ?? new()
    let last = path.count
    path.append(PathStep())
    defer { path.removeLast(to: last) }
    let isFollowed = try body(collection)
    scope.put(isOutOfOrder || !isStable() ? nil : collection)
    return isFollowed
  }
}
