/// One value of the text. A container's children follow it; in an object each key is followed by its value.
@_spi(Kernel)
public struct IndexedNode: Sendable {
  /// The first byte; for a string or key, the one after the quote.
  public var start: UInt32
  /// The byte after the last; for a string or key, its closing quote.
  public var end: UInt32
  /// The position in the index after this value and all its children.
  public var next: UInt32
  /// The number of elements or members of a container.
  public var count: UInt32 = 0
  /// The kind of value.
  public let kind: JSONNode.Kind
  /// Whether a string contains escapes, so that it differs from the text between its quotes.
  public let isEscaped: Bool

  /// A value without children.
  @_transparent
  init(_ kind: JSONNode.Kind, from start: Int, to end: Int, at position: Int, isEscaped: Bool) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.end = UInt32(truncatingIfNeeded: end)
    next = UInt32(truncatingIfNeeded: position &+ 1)
    self.kind = kind
    self.isEscaped = isEscaped
  }

  /// A placeholder for an unread value.
  static let empty = IndexedNode(.null, from: 0, to: 0, at: 0, isEscaped: false)
}
