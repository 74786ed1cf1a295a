import StateTree

/// A JSON document in which stand-ins have taken the place of secrets already.
package struct RedactedDocument: Encodable, Sendable {
  package let root: JSONValue
  /// The places of the stand-ins.
  package let places: [RedactedPlace]

  package init(root: JSONValue, places: [RedactedPlace]) {
    self.root = root
    self.places = places
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(root)
  }
}

extension EncodingCore {
  /// Writes a document as it is, apart from volatile values.
  func write(_ document: RedactedDocument) {
    let (mask, detects) = (sink.mask, sink.detects)
    sink.mask = nil
    sink.detects = false
    write(document.root, at: place)
    sink.mask = mask
    sink.detects = detects
    sink.log?.append(document.places)
  }
}
