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

  /// Passes on the members of an object in the order of the text, each key as its UTF-8 bytes; none for other values.
  package func forEachMember<Failure: Error>(
    _ body: (_ key: UnsafeRawBufferPointer, _ value: JSONNode) throws(Failure) -> Void
  ) throws(Failure) {
    guard kind == .object else { return }
    try document.withView { view throws(Failure) in
      var next = position + 1
      for _ in 0..<count {
        let value = JSONNode(document: document, position: next + 1)
        try view.withUTF8(at: next) { key throws(Failure) in try body(key, value) }
        next = Int(view.node(next + 1).next)
      }
    }
  }

  /// Passes on the UTF-8 bytes of a string; `nil` for anything else.
  package func withUTF8<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard kind == .string else { return nil }
    return try document.withView { view throws(Failure) in try view.withUTF8(at: position, body) }
  }
}

extension StaticString {
  /// Whether the text has these bytes.
  package func hasBytes(_ bytes: UnsafeRawBufferPointer) -> Bool {
    Platform.areEqual(UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount), bytes)
  }
}
