package import StateTree

extension ChangeList {
  /// The operations of a patch, which doesn't hold the values that it replaces and removes.
  package init(_ patch: JSONPatch) {
    self.init((patch, replaced: Array(repeating: nil, count: patch.operations.count)))
  }

  /// The differences that `JSONPatch.changes(from:to:)` finds.
  package init(_ found: (patch: JSONPatch, replaced: [JSONValue?])) {
    self.init(
      zip(found.patch.operations, found.replaced).compactMap { operation, old in
        switch operation {
        case .add(let path, let new): .added(path, new)
        case .remove(let path): .removed(path, old)
        case .replace(let path, let new): .changed(path, from: old, to: new)
        case .move(let from, let path): .moved(from: from, to: path)
        case .copy(let from, let path): .copied(from: from, to: path)
        case .test: nil
        }
      })
  }
}
