/// A copy of a document's bytes and index, with a view that stays valid.
package final class DocumentCopy {
  package let view: DocumentView

  /// Copies the contents of a valid view.
  package init(of view: DocumentView) {
    let root = view.node(0)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: Int(root.end), alignment: 1)
    bytes.copyMemory(from: view.bytes, byteCount: Int(root.end))
    let nodes = UnsafeMutablePointer<IndexedNode>.allocate(capacity: Int(root.next))
    nodes.initialize(from: view.nodes, count: Int(root.next))
    self.view = DocumentView(bytes: bytes, nodes: nodes)
  }

  deinit {
    view.bytes.deallocate()
    view.nodes.deallocate()
  }
}
