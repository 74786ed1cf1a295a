/// The answers of two states to a question: before and after the last of some actions, as JSON text.
package struct TriedStates {
  /// The answer before it.
  package let before: [UInt8]
  /// The answer after it; `nil` if that state can't be encoded.
  package let after: [UInt8]?
}
