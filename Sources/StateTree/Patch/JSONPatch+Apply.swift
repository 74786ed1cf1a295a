extension JSONPatch {
  /// Applies the operations, in place and in order; if one fails, it undoes the others.
  ///
  /// It changes the value in place and copies no container, unless the value shares its memory with a copy. After an error
  /// the value is unchanged, including the order of its members.
  ///
  /// Limits protect against patches that copy a document into itself: no operation may make the document nest deeper
  /// than 512 levels, and copies may not make it larger than 8 MiB of JSON. The first copy of more than 64 bytes
  /// measures the whole document. An operation in the middle of a container moves the values after it, and an operation
  /// that moves a value deeper walks it: together, the operations may move or walk `moveLimit` values.
  ///
  /// - Throws: `JSONPatchError`, which names the operation that doesn't apply, and the reason.
  public func apply(to value: inout JSONValue) throws(JSONPatchError) {
    // Each step has an undo step: a copy of the value would make every change copy containers.
    var undo: [JSONEdit] = []
    var allowance: Int?
    var moves = JSONPatch.moveLimit
    for (index, operation) in operations.enumerated() {
      let done = undo.count
      do throws(JSONPatchError.Reason) {
        try operation.apply(to: &value, undo: &undo, allowance: &allowance)
        moves -= undo[done...].reduce(0) { $0 + $1.moved }
        guard moves >= 0 else { throw JSONPatchError.Reason.movesTooMuch(limit: JSONPatch.moveLimit) }
      } catch {
        var taken: JSONValue?
        for edit in undo.reversed() { taken = edit.apply(to: &value, taken: taken) }
        throw JSONPatchError(index: index, operation: operation, reason: error)
      }
    }
  }

  /// The approximate limit of a document with copies, in bytes of JSON.
  static let copyLimit = 8 << 20
  /// The size of a copy that is exempt from the limit, in bytes of JSON: it adds no more than the operation's own text.
  static let smallCopy = 64

  /// The limit of values that the operations may move. An object's members count eight times, because its index changes
  /// too; so do values that are walked because they move deeper.
  static let moveLimit = 1 << 27
}

extension JSONPatch.Operation {
  fileprivate func apply(
    to value: inout JSONValue, undo: inout [JSONEdit], allowance: inout Int?
  ) throws(JSONPatchError.Reason) {
    switch self {
    case .add(let path, let new):
      _ = try new.checkDepth(at: path)
      undo.append(try value.add(new, at: path))
    case .remove(let path):
      let (old, position, moved) = try value.remove(at: path)
      undo.append(JSONEdit(path: path, change: .insert(old, position: position), moved: moved))
    case .replace(let path, let new):
      _ = try new.checkDepth(at: path)
      undo.append(JSONEdit(path: path, change: .replace(try value.replace(at: path, with: new))))
    case .move(let from, let path):
      guard !from.isPrefix(of: path) || from == path else { throw .intoItself }
      guard from != path else { return _ = try value.existing(at: path) }
      try value.move(from: from, to: path, undo: &undo)
    case .copy(let from, let path):
      let source = try value.existing(at: from)
      _ = try source.checkDepth(at: path)
      var small = JSONPatch.smallCopy
      if !source.takeWeight(from: &small) {
        var left = allowance ?? JSONPatch.copyLimit
        guard allowance != nil || value.takeWeight(from: &left), source.takeWeight(from: &left) else {
          throw .copiesTooMuch(limit: JSONPatch.copyLimit)
        }
        allowance = left
      }
      undo.append(try value.add(source, at: path))
    case .test(let path, let expected):
      let found = try value.existing(at: path)
      if let (pointer, expected, found) = found.firstDifference(from: expected, at: path) {
        throw .differs(at: pointer, expected: expected, found: found)
      }
    }
  }
}

extension JSONValue {
  /// Moves a value. The undo step doesn't hold the value, or the next change would copy it.
  fileprivate mutating func move(
    from: JSONPointer, to path: JSONPointer, undo: inout [JSONEdit]
  ) throws(JSONPatchError.Reason) {
    let (old, position, moved) = try remove(at: from)
    do throws(JSONPatchError.Reason) {
      let walked = path.tokens.count > from.tokens.count ? try old.checkDepth(at: path) : 0
      let added = try add(old, at: path)
      undo.append(JSONEdit(path: from, change: .insertTaken(position: position), moved: moved + 8 * walked))
      undo.append(added)
    } catch {
      try insert(old, at: from, position: position)
      throw error
    }
  }

  /// Returns the number of values that it walked to check the depth.
  fileprivate func checkDepth(at path: JSONPointer) throws(JSONPatchError.Reason) -> Int {
    let limit = JSONLimits.default.depth
    var walked = 0
    guard fits(inLevels: limit - path.tokens.count, walked: &walked) else { throw .tooDeep(limit: limit) }
    return walked
  }

  /// Whether the value nests at most this many levels deep. Walks it no deeper.
  private func fits(inLevels levels: Int, walked: inout Int) -> Bool {
    walked += 1
    switch self {
    case .null, .bool, .number, .string: return levels >= 0
    case .array(let elements):
      return levels > 0 && elements.allSatisfy { $0.fits(inLevels: levels - 1, walked: &walked) }
    case .object(let members):
      return levels > 0 && members.values.allSatisfy { $0.fits(inLevels: levels - 1, walked: &walked) }
    }
  }

  /// Subtracts the approximate size of the value as JSON from a budget; `false` as soon as the budget is exceeded.
  ///
  /// Parts that share memory count each time they occur in the value, which may be very often.
  fileprivate func takeWeight(from allowance: inout Int) -> Bool {
    switch self {
    case .null, .bool: allowance -= 4
    case .number(let number): allowance -= number.literal.utf8.count
    case .string(let text): allowance -= text.utf8.count + 2
    case .array(let elements):
      allowance -= elements.count + 2
      return allowance >= 0 && elements.allSatisfy { $0.takeWeight(from: &allowance) }
    case .object(let members):
      allowance -= members.keys.reduce(2) { $0 + $1.utf8.count + 4 }
      return allowance >= 0 && members.values.allSatisfy { $0.takeWeight(from: &allowance) }
    }
    return allowance >= 0
  }
}

/// The undo step of an operation. Its pointers are exact, without `-`.
struct JSONEdit {
  let path: JSONPointer
  let change: Change
  /// The approximate number of values that the operation moved in memory.
  var moved = 0

  enum Change {
    /// The value that was at the path.
    case replace(JSONValue)
    /// The path did not exist.
    case remove
    /// The value that was at the path, and its position among its parent's members or elements.
    case insert(JSONValue, position: Int)
    /// The same, for the value that undoing the next operation removed.
    case insertTaken(position: Int)
  }

  /// Undoes the step.
  ///
  /// - Parameters:
  ///   - value: The document.
  ///   - taken: The value that undoing the next operation removed.
  /// - Returns: The value that undoing this one removed.
  func apply(to value: inout JSONValue, taken: JSONValue?) -> JSONValue? {
    do throws(JSONPatchError.Reason) {
      switch change {
      case .replace(let old): return try value.replace(at: path, with: old)
      case .remove: return try value.remove(at: path).old
      case .insert(let old, let position): try value.insert(old, at: path, position: position)
      case .insertTaken(let position):
        if let taken { try value.insert(taken, at: path, position: position) }
      }
    } catch {
      assertionFailure("what a patch changed is no longer there: \(error)")
    }
    return nil
  }
}
