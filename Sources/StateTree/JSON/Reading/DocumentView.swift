/// A document's bytes and index as bare pointers.
///
/// Reading many values through a view neither counts references nor checks bounds. A view is valid while its document is,
/// which `withView` ensures. Positions must come from the index itself.
@_spi(Kernel)
public struct DocumentView {
  /// The text.
  public let bytes: UnsafeRawPointer
  /// The index of its values.
  public let nodes: UnsafePointer<IndexedNode>

  @usableFromInline
  init(bytes: UnsafeRawPointer, nodes: UnsafePointer<IndexedNode>) {
    self.bytes = bytes
    self.nodes = nodes
  }

  /// Returns the value at a position.
  @_transparent
  public func node(_ position: Int) -> IndexedNode { nodes[position] }

  /// The first byte of a scalar.
  @_transparent
  public func firstByte(at position: Int) -> UInt8 {
    bytes.assumingMemoryBound(to: UInt8.self)[Int(truncatingIfNeeded: nodes[position].start)]
  }

  /// The raw bytes of a scalar; for a string, those between the quotes.
  @_transparent
  public func raw(at position: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: bytes + Int(truncatingIfNeeded: nodes[position].start),
      count: Int(truncatingIfNeeded: nodes[position].end &- nodes[position].start))
  }
}

extension JSONDocument {
  /// Passes on a view of the document, which must not outlive the call.
  package func withView<Result, Failure: Error>(
    _ body: (DocumentView) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let view = view
    defer { withExtendedLifetime(self) {} }
    return try body(view)
  }

  /// The pointers escape the closures that receive them: an array's elements stay in place while the array exists
  /// unchanged. Calling the body of `withView` inside these closures would go through two generic functions of the
  /// standard library, which took 490 of the 7,230 instructions of decoding an action.
  @_transparent
  private var view: DocumentView {
    let bytes = bytes.withUnsafeBufferPointer { $0.baseAddress }
    let nodes = nodes.withUnsafeBufferPointer { $0.baseAddress }
    guard let bytes, let nodes else { preconditionFailure("a document that could be read has bytes and nodes") }
    return DocumentView(bytes: UnsafeRawPointer(bytes), nodes: nodes)
  }
}
