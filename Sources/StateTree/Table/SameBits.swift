import SystemSupport

/// Whether two values are the same to the bit, and so the same in every respect.
///
/// Where it is false they may be equal all the same. A change to an entity that leaves its id alone is told by it
/// without asking for the id's key and comparing that byte by byte.
@inlinable @inline(__always)
func haveSameBits<Value: Sendable>(_ left: Value?, _ right: Value?) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in areSame(left, right) }
  }
}

@usableFromInline
func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  Platform.areEqual(left, right)
}
