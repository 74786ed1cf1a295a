/// A segment for which a routable has no screen.
public struct UnroutableSegment: Error, Hashable, Sendable, CustomStringConvertible {
  /// The segment.
  public let segment: String
  /// The name of the routable's type.
  public let routable: String

  /// Creates the error that a routable throws.
  public init(_ segment: String, in routable: any Routable) {
    self.segment = segment
    self.routable = "\(type(of: routable))"
  }

  /// What is missing, in a sentence.
  public var description: String {
    "\(routable) has no screen for the segment \"\(segment)\""
  }
}
