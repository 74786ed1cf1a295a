/// A value took longer to encode than it may, and was given up.
package struct OutOfTime: Error {
  /// The number of bytes of its text so far.
  package let byteCount: Int
}
