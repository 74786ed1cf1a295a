/// A path through an app: the names of its screens, from the outermost to the visible one.
///
/// ```swift
/// let project: Route = ["projects", "run"]
/// let item = project.appending("run-8")  // item.parent == project
/// ```
public struct Route: Hashable, Sendable {
  /// The names, the outermost screen's first.
  public var segments: [String]

  /// Creates a route; without segments, the root's.
  public init(_ segments: [String] = []) {
    self.segments = segments
  }

  /// The route without its last segment; the root is its own parent.
  public var parent: Route {
    Route(segments.dropLast())
  }

  /// Returns the route with another segment at its end.
  public func appending(_ segment: String) -> Route {
    Route(segments + [segment])
  }
}

extension Route: ExpressibleByArrayLiteral {
  /// Creates the route with these segments.
  public init(arrayLiteral segments: String...) {
    self.init(segments)
  }
}

extension Route: Codable {
  /// Reads the description.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let description = try container.decode(String.self)
    guard let route = Route(description) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\"\(description)\" is not a route; write / before each segment")
    }
    self = route
  }

  /// Writes the description, which reads the same in an action, in a diff, and as a key of `Navigation.data`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Route: LosslessStringConvertible {
  /// The segments with a `/` before each; `/` and `~` inside a segment become `~1` and `~0`, as in RFC 6901.
  ///
  /// No two routes have the same description.
  public var description: String {
    var text = String.UnicodeScalarView()
    for segment in segments {
      text.append("/")
      for scalar in segment.unicodeScalars {
        switch scalar {
        case "~": text.append(contentsOf: "~0".unicodeScalars)
        case "/": text.append(contentsOf: "~1".unicodeScalars)
        default: text.append(scalar)
        }
      }
    }
    return String(text)
  }

  /// Reads a description; `nil` if the text isn't one.
  public init?(_ description: String) {
    // By scalars: a combining mark at the start of a segment makes one character with the `/` before it.
    let texts = description.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
    guard texts.first?.isEmpty ?? true else { return nil }
    var segments: [String] = []
    for text in texts.dropFirst() {
      guard let segment = Route.unescaped(text) else { return nil }
      segments.append(segment)
    }
    self.init(segments)
  }

  private static func unescaped(_ text: Substring.UnicodeScalarView) -> String? {
    var segment = String.UnicodeScalarView()
    var scalars = text.makeIterator()
    while let scalar = scalars.next() {
      guard scalar == "~" else {
        segment.append(scalar)
        continue
      }
      switch scalars.next() {
      case "0": segment.append("~")
      case "1": segment.append("/")
      default: return nil
      }
    }
    return String(segment)
  }
}

/// Encodes a dictionary keyed by routes as an object whose keys are the routes' descriptions.
extension Route: CodingKeyRepresentable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }

  /// The description as a key.
  public var codingKey: any CodingKey { Key(stringValue: description) }

  /// Reads the key; `nil` if it isn't the description of a route.
  public init?<Representation: CodingKey>(codingKey: Representation) {
    self.init(codingKey.stringValue)
  }
}
