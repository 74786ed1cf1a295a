/// The types of an enum's payloads.
///
/// The runtime has no function for them, so this reads the enum's metadata: a pointer to the descriptor of the type, which
/// points to one record for each case. The self-test of the gate checks this layout; only an open gate leads here, by
/// `RuntimeFields`.
///
/// Source: the Swift project's `docs/ABI/TypeMetadata.rst` and `include/swift/RemoteInspection/Records.h`.
package struct EnumPayloads {
  /// The types; `nil` if one of them is unknown, or a case is indirect.
  package let types: [Any.Type]?

  /// Reads the metadata of an enum.
  package init(of type: Any.Type) {
    let metadata = unsafeBitCast(type, to: UnsafeRawPointer.self)
    let word = MemoryLayout<UnsafeRawPointer>.size
    let descriptor = metadata.load(fromByteOffset: word, as: UnsafeRawPointer.self)
    guard let fields = EnumPayloads.target(descriptor + 16) else {
      types = nil
      return
    }
    let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
    let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
    var found: [Any.Type] = []
    for index in 0..<count {
      let record = fields + 16 + index * recordSize
      guard let name = EnumPayloads.target(record + 4) else { continue }
      let isIndirect = record.load(as: UInt32.self) & 1 != 0
      guard !isIndirect, let type = EnumPayloads.type(named: name, in: descriptor, metadata + 2 * word) else {
        types = nil
        return
      }
      found.append(type)
    }
    types = found
  }

  /// The target of a relative pointer; `nil` for none.
  private static func target(_ pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = pointer.load(as: Int32.self)
    return offset == 0 ? nil : pointer + Int(offset)
  }

  private static func type(
    named name: UnsafeRawPointer, in context: UnsafeRawPointer, _ arguments: UnsafeRawPointer
  ) -> Any.Type? {
    // A mangled name ends with a zero. References in it are a byte and four or eight more, which may be zeros.
    var count = 0
    while case let byte = name.load(fromByteOffset: count, as: UInt8.self), byte != 0 {
      count += byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
    }
    return _getTypeByMangledNameInContext(
      name.assumingMemoryBound(to: UInt8.self), UInt(count), genericContext: context, genericArguments: arguments)
  }
}
