/// The error of a routable that has no screen for a segment.
public struct UnroutableSegment: Error, Hashable, Sendable, CustomStringConvertible {
  let segment: String
  /// The name of the routable's type.
  let routable: String

  /// Creates the error.
  public init(_ segment: String, in routable: any Routable) {
    self.segment = segment
    self.routable = "\(type(of: routable))"
  }

  /// The routable and the segment, in a sentence.
  public var description: String {
    "\(routable) has no screen for the segment \"\(segment)\""
  }
}
