extension JSONPatch {
  /// Applies the operations, in place and in order; all of them or none.
  ///
  /// Changes cost what they change: no container is copied, unless someone else holds the value too. On failure the
  /// value is as it was before, the order of its members included.
  ///
  /// - Throws: `JSONPatchError`, which names the operation that does not apply and says why.
  public func apply(to value: inout JSONValue) throws(JSONPatchError) {
    // To go back, we keep what undoes each step: a copy of the value would make every change copy containers.
    var undo: [JSONEdit] = []
    for (index, operation) in operations.enumerated() {
      do throws(JSONPatchError.Reason) {
        try operation.apply(to: &value, undo: &undo)
      } catch {
        for edit in undo.reversed() { edit.apply(to: &value) }
        throw JSONPatchError(index: index, operation: operation, reason: error)
      }
    }
  }
}

extension JSONPatch.Operation {
  fileprivate func apply(to value: inout JSONValue, undo: inout [JSONEdit]) throws(JSONPatchError.Reason) {
    switch self {
    case .add(let path, let new):
      undo.append(try value.add(new, at: path))
    case .remove(let path):
      undo.append(try value.remove(at: path).undo)
    case .replace(let path, let new):
      undo.append(try value.replace(at: path, with: new))
    case .move(let from, let path):
      guard !from.isPrefix(of: path) || from == path else { throw .intoItself }
      guard from != path else { return _ = try value.existing(at: path) }
      let (old, edit) = try value.remove(at: from)
      undo.append(edit)
      undo.append(try value.add(old, at: path))
    case .copy(let from, let path):
      undo.append(try value.add(try value.existing(at: from), at: path))
    case .test(let path, let expected):
      let found = try value.existing(at: path)
      if let (place, expected, found) = found.firstDifference(from: expected, at: path) {
        throw .differs(at: place, expected: expected, found: found)
      }
    }
  }
}

/// What undoes one step of a patch. The places are exact: no `-`.
struct JSONEdit {
  let path: JSONPointer
  let change: Change

  enum Change {
    /// The value that was at the path.
    case replace(JSONValue)
    /// The path did not exist.
    case remove
    /// The value that was at the path, and its position among its parent's members or elements.
    case insert(JSONValue, position: Int)
  }

  /// Undoes the step.
  func apply(to value: inout JSONValue) {
    do throws(JSONPatchError.Reason) {
      switch change {
      case .replace(let old): _ = try value.replace(at: path, with: old)
      case .remove: _ = try value.remove(at: path)
      case .insert(let old, let position): try value.insert(old, at: path, position: position)
      }
    } catch {
      assertionFailure("what a patch changed is no longer there: \(error)")
    }
  }
}
