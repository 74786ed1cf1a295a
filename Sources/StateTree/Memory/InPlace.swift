/// A value that is used where it stands.
///
/// A value that can be copied is copied out of the memory that a pointer leads to, and its references counted up and
/// down. One that can't be copied is used in place.
struct InPlace<Value>: ~Copyable {
  private let value: Value

  @inline(__always)
  borrowing func use<Result>(_ body: (borrowing Value) throws -> Result) rethrows -> Result { try body(value) }
}
