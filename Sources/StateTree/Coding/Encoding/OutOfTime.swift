/// A value took longer to encode than it may, and was given up.
package struct OutOfTime: Error {
  /// How many bytes of its text were made.
  package let byteCount: Int
}
