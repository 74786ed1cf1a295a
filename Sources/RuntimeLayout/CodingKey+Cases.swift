extension CodingKey {
  /// The names of all keys, if the type is an enum of two to 255 cases without payloads, as the compiler makes for
  /// enums; `nil` for any other type, and if the gate is closed.
  ///
  /// The values of such an enum are the bytes from 0 on, in the order of the cases, and the first byte after them stands for
  /// `nil` (Swift's ABI, "Type Layout": enums with no data, and their extra inhabitants).
  package static func allNames(through gate: LayoutGate = .process) -> [String]? {
    guard gate.isOpen, MemoryLayout<Self>.size == 1, MemoryLayout<Self?>.size == 1 else { return nil }
    let count = unsafeBitCast(Self?.none, to: UInt8.self)
    guard count > 0, case let first = unsafeBitCast(UInt8(0), to: Self.self),
      case let mirror = Mirror(reflecting: first), mirror.displayStyle == .enum, mirror.children.isEmpty
    else { return nil }
    return (0..<count).map { unsafeBitCast($0, to: Self.self).stringValue }
  }

  /// Whether a key is one byte, which identifies its text. Otherwise, the text is made for each use.
  package static func areBytes(through gate: LayoutGate) -> Bool { gate.isOpen && MemoryLayout<Self>.size == 1 }

  /// The byte that is the key.
  @inlinable
  @_transparent
  package var byte: UInt8 { unsafeBitCast(self, to: UInt8.self) }
}
