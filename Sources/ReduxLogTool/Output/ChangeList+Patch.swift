package import StateTree

extension ChangeList {
  /// The differences that a patch makes, with the values that it takes away, which the patch itself does not hold.
  ///
  /// - Parameters:
  ///   - patch: The patch.
  ///   - old: What it is applied to.
  /// - Throws: `JSONPatchError` if it does not apply.
  package init(_ patch: JSONPatch, from old: JSONValue) throws(JSONPatchError) {
    var state = old
    var changes: [Change] = []
    for operation in patch.operations {
      if let change = Change(operation, in: state) { changes.append(change) }
      do { try JSONPatch([operation]).apply(to: &state) } catch {
        // The whole patch fails at the same operation, and its error counts from the first.
        var state = old
        try patch.apply(to: &state)
        throw error
      }
    }
    self.init(changes)
  }

  /// The differences that `JSONPatch.changes(from:to:)` finds.
  package init(_ found: (patch: JSONPatch, replaced: [JSONValue?])) {
    self.init(
      zip(found.patch.operations, found.replaced).compactMap { operation, old in
        switch operation {
        case .add(let path, let new): .added(path, new)
        case .remove(let path): .removed(path, old ?? .null)
        case .replace(let path, let new): .changed(path, from: old ?? .null, to: new)
        case .move(let from, let path): .moved(from: from, to: path)
        case .copy(let from, let path): .copied(from: from, to: path)
        case .test: nil
        }
      })
  }

  /// The differences between two states.
  package init(from old: JSONValue, to new: JSONValue) throws(JSONPatchError) {
    try self.init(JSONPatch.diff(from: old, to: new), from: old)
  }
}

extension ChangeList.Change {
  /// What an operation changes in a state; `nil` for a test, which changes nothing.
  fileprivate init?(_ operation: JSONPatch.Operation, in state: JSONValue) {
    switch operation {
    case .add(let path, let new):
      // Added to an object that has the member already, a value replaces it; in an array it moves the others up.
      let parent = JSONPointer(tokens: path.tokens.dropLast())
      if let old = state[path], path.isRoot || state[parent]?.object != nil {
        self = .changed(path, from: old, to: new)
      } else {
        self = .added(path, new)
      }
    case .remove(let path): self = .removed(path, state[path] ?? .null)
    case .replace(let path, let new): self = .changed(path, from: state[path] ?? .null, to: new)
    case .move(let from, let path): self = .moved(from: from, to: path)
    case .copy(let from, let path): self = .copied(from: from, to: path)
    case .test: return nil
    }
  }
}
