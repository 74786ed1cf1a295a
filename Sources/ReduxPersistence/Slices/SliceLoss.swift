/// A slice whose stored value could not be restored, for the developer's log.
///
/// It names folders, and may quote stored values.
public struct SliceLoss: Hashable, Sendable {
  /// The slice's name.
  public let slice: String
  /// The new path, or name in a secret store, of the stored value; `nil` if it stayed.
  public let place: String?
  /// Why it is unusable.
  public let reason: String

  package init(slice: String, place: String?, reason: String) {
    self.slice = slice
    self.place = place
    self.reason = reason
  }
}

extension SliceLoss: CustomStringConvertible {
  /// The slice, the place of its stored value, and why it is unusable.
  public var description: String {
    if let place {
      "\(slice): not restored; \(place): \(reason)"
    } else {
      "\(slice): not read; the stored value is unchanged: \(reason)"
    }
  }
}
