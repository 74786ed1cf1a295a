import SystemSupport

/// Reading a document without creating strings.
extension JSONNode {
  /// The value of an object's member, or `nil`. O(n) in the number of members.
  package func member(named key: StaticString) -> JSONNode? {
    member(UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  func member(_ key: UnsafeRawBufferPointer) -> JSONNode? {
    guard kind == .object else { return nil }
    let value: Int? = document.withView { view in
      var next = position + 1
      for _ in 0..<count {
        if view.isKey(at: next, equalTo: key) { return next + 1 }
        next = Int(view.node(next + 1).next)
      }
      return nil
    }
    return value.map { JSONNode(document: document, position: $0) }
  }
}

extension StaticString {
  /// Whether the text has these bytes.
  package func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    Platform.areEqual(UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount), bytes)
  }
}
