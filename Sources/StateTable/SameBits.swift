import SystemSupport

/// Whether two values have the same bits, and are therefore equal in every respect.
///
/// Equal values may still differ in their bits. `EntityTable` uses it to see that a change left an entity's id alone,
/// without comparing the ids' keys byte by byte.
@inlinable @_transparent
func haveSameBits<Value: Sendable>(_ left: Value?, _ right: Value?) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in areSame(left, right) }
  }
}

@usableFromInline
func areSame(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  Platform.areEqual(left, right)
}
