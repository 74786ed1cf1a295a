/// A parsed JSON text: the bytes and an index of its values.
///
/// Parsing checks all of RFC 8259, unique keys, and UTF-8, and builds only the index. Values are created on request, and
/// decoding works on the index, without a tree in between.
package struct JSONDocument: Sendable {
  /// The text.
  package private(set) var bytes: [UInt8]
  /// The values in the order of the text, with spare capacity.
  package private(set) var nodes: [IndexedNode]

  /// Parses a JSON text. O(n) in its bytes.
  ///
  /// - Throws: `JSONError`, with the byte offset and the reason.
  package init(_ bytes: [UInt8], limits: JSONLimits = .default) throws(JSONError) {
    self.bytes = bytes
    nodes = []
    try read(limits)
  }

  /// Parses a JSON text into the memory of unused nodes, which it takes over.
  package init(_ bytes: [UInt8], in nodes: inout [IndexedNode]) throws(JSONError) {
    self.bytes = bytes
    self.nodes = []
    swap(&self.nodes, &nodes)
    try read(.default)
  }

  /// Parses a copy of a JSON text in the memory of an unused document. O(n) in its bytes.
  ///
  /// This saves readers of many small texts an allocation for each. If the old document or one of its nodes is still in use,
  /// or its memory is far too large, the new one gets its own memory: the old one never changes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - limits: The limits of the parser.
  ///   - old: The document to reuse; `nil` afterwards, even after an error.
  /// - Throws: `JSONError`, with the byte offset and the reason.
  package init(
    copying text: UnsafeRawBufferPointer, limits: JSONLimits = .default, reusing old: inout JSONDocument?
  ) throws(JSONError) {
    self.init(inMemoryOf: &old, byteCount: text.count)
    bytes.append(contentsOf: text)
    try read(limits)
  }

  /// Parses a value at an offset of a text, ignoring the text after it, in the memory of an unused document.
  ///
  /// The document holds only the bytes from the offset to the value's end. O(n) in these.
  ///
  /// - Parameters:
  ///   - start: The offset of the value, or of white space before it.
  ///   - text: The text.
  ///   - limits: The limits of the parser.
  ///   - old: The document to reuse; `nil` afterwards, even after an error.
  /// - Throws: `JSONError`, with the byte offset from `start` and the reason.
  package init(
    valueAt start: Int, of text: UnsafeRawBufferPointer, limits: JSONLimits, reusing old: inout JSONDocument?
  ) throws(JSONError) {
    let rest = UnsafeRawBufferPointer(rebasing: text[start...])
    self.init(inMemoryOf: &old, byteCount: rest.count)
    var parser = try JSONParser(rest, limits: limits, isWhole: false)
    try JSONDocument.read(&parser, into: &nodes)
    bytes.append(contentsOf: rest[..<parser.offset])
  }

  /// Creates an empty document in the memory of another, unless that is in use or far too large.
  private init(inMemoryOf old: inout JSONDocument?, byteCount: Int) {
    bytes = []
    nodes = []
    if var given = old {
      old = nil
      // Swapped, not copied: an array with two references would be copied at the first write.
      if given.bytes.capacity <= 4096 + 4 * byteCount { swap(&bytes, &given.bytes) }
      if given.nodes.count <= 1024 + 4 * byteCount { swap(&nodes, &given.nodes) }
    }
    bytes.removeAll(keepingCapacity: true)
  }

  /// The value of the whole text.
  package var root: JSONNode { JSONNode(document: self, position: 0) }

  /// Returns the positions of the strings and keys that equal one of some texts. O(n) in the values.
  package func positions(ofTexts texts: [String]) -> [Int] {
    let texts = texts.map { Array($0.utf8) }
    return withView { view in
      var positions: [Int] = []
      for position in 0..<view.count(at: 0) where view.node(position).kind == .string {
        let (length, isEscaped) = (view.raw(at: position).count, view.node(position).isEscaped)
        // An escape takes up to six bytes for one.
        for text in texts where length == text.count || isEscaped && length <= 6 * text.count {
          if text.withUnsafeBytes({ view.isKey(at: position, equalTo: $0) }) { positions.append(position) }
        }
      }
      return positions
    }
  }

  private mutating func read(_ limits: JSONLimits) throws(JSONError) {
    // The pointer escapes the closure, which a debug build would call through generic code: the elements of an array stay in
    // place while the array exists unchanged.
    let start = bytes.withUnsafeBufferPointer { $0.baseAddress }
    var parser = try JSONParser(UnsafeRawBufferPointer(start: start, count: bytes.count), limits: limits)
    try JSONDocument.read(&parser, into: &nodes)
  }

  private static func read(_ parser: inout JSONParser, into nodes: inout [IndexedNode]) throws(JSONError) {
    repeat {
      try makeRoom(for: parser, in: &nodes)
    } while try !nodes.withUnsafeMutableBufferPointer { nodes throws(JSONError) in try parser.read(into: nodes) }
    try parser.checkCount()
  }

  /// Provides a parser with initial memory, or with the memory that the rest will probably need after it has read a
  /// part.
  private static func makeRoom(for parser: JSONParser, in nodes: inout [IndexedNode]) throws(JSONError) {
    try parser.checkCount()
    var room = min(parser.end / 4, 1024) + 4
    if parser.count > 0 {
      let likely = Double(parser.count) * Double(parser.end) / Double(parser.offset)
      // A value takes at least two bytes.
      room = max(min(max(Int(likely * 1.1), nodes.count * 3 / 2), parser.end / 2), nodes.count) + 4
    }
    // One value more than allowed, with its key, so that the parser can report it.
    if room > parser.limits.values { room = max(parser.limits.values, parser.count) + 4 }
    guard nodes.count < room else { return }
    let read = nodes
    nodes = Array(unsafeUninitializedCapacity: room) { memory, count in
      guard let start = memory.baseAddress else { return }
      read.withUnsafeBufferPointer { read in
        if let first = read.baseAddress { start.initialize(from: first, count: read.count) }
      }
      // Twice as many with each call, because a debug build initialises one by one what is repeated.
      (start + read.count).initialize(to: IndexedNode.empty)
      var filled = 1
      while read.count + filled < room {
        let more = min(filled, room - read.count - filled)
        (start + read.count + filled).initialize(from: start + read.count, count: more)
        filled += more
      }
      count = room
    }
  }
}
