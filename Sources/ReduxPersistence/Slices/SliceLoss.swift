/// A slice whose stored value is not in the state that was restored, for the log of who maintains the app: it names folders,
/// and may quote what is wrong.
public struct SliceLoss: Hashable, Sendable {
  /// What the slice is called.
  public let slice: String
  /// Where what was stored is now: a path, or a name in a secret store; `nil` if it is where it was.
  public let place: String?
  /// Why it can't be used.
  public let reason: String

  /// Makes a loss.
  public init(slice: String, place: String?, reason: String) {
    self.slice = slice
    self.place = place
    self.reason = reason
  }
}

extension SliceLoss: CustomStringConvertible {
  /// The slice, where it is, and why it can't be used.
  public var description: String {
    if let place {
      "\(slice): not restored; \(place): \(reason)"
    } else {
      "\(slice): not read, and left as it is: \(reason)"
    }
  }
}
