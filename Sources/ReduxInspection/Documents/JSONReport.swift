import ReduxNotation
package import StateTree

/// A value that a JSON document can hold.
package protocol JSONConvertible {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible {
  package var json: JSONValue { self }

  package init(_ number: Int) { self = .number(JSONNumber(number)) }

  /// Creates an RFC 3339 time from microseconds since 1970.
  package init(microsecondsSince1970 time: Int) {
    self = .string(TimeFormat.rfc3339(Timestamp(microseconds: Int64(time))))
  }

  /// The whole number, if it is one.
  package var integer: Int? { if case .number(let number) = self { number.integer() } else { nil } }
}

extension JSONNode {
  /// Creates the parsed form of a value.
  package init(_ value: JSONValue) throws { self = try JSONDocument(Array(value.compact.utf8)).root }
}

extension Bool: JSONConvertible { package var json: JSONValue { .bool(self) } }
extension Int: JSONConvertible { package var json: JSONValue { JSONValue(self) } }
extension String: JSONConvertible { package var json: JSONValue { .string(self) } }
extension JSONObject: JSONConvertible { package var json: JSONValue { .object(self) } }
extension JSONPatch: JSONConvertible {}
extension JSONPointer: JSONConvertible { package var json: JSONValue { .string(description) } }
extension StateHash: JSONConvertible { package var json: JSONValue { .string(description) } }
extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}
extension Optional where Wrapped: JSONConvertible {
  /// The value, or null.
  package var json: JSONValue { self?.json ?? .null }
}

/// A JSON document of the tool: an object that begins with its schema's name.
package enum JSONReport {
  /// Creates a document from its members, omitting those without a value.
  package static func object(
    schema: String? = nil, _ members: KeyValuePairs<String, (any JSONConvertible)?>
  ) -> JSONValue {
    .object(JSONObject(members: [("schema", schema)] + members.map { ($0.key, $0.value) }))
  }
}

extension JSONObject {
  /// Creates an object from members, omitting those without a value.
  package init(members: [(String, (any JSONConvertible)?)]) {
    self.init()
    for case (let key, let value?) in members { self[key] = value.json }
  }

  /// Creates an object of counts, in the order of their names.
  package init(counts: [String: Int]) {
    self.init(counts.sorted { $0.key < $1.key }.map { ($0.key, JSONValue($0.value)) })
  }
}

extension Int {
  /// The number with its noun: `1 action`, `2 actions`.
  package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

/// The last few of a sequence of elements, in order, and the total count.
package struct Recent<Element> {
  private let limit: Int
  private var kept: [Element] = []
  private var oldest = 0
  /// The total count.
  package private(set) var count = 0

  /// Creates a collection of at most `limit` elements.
  package init(limit: Int) { self.limit = limit }

  /// The last elements, in order.
  package var elements: [Element] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Appends an element. O(1).
  package mutating func append(_ element: Element) {
    count += 1
    if kept.count < limit {
      kept.append(element)
    } else if limit > 0 {
      kept[oldest] = element
      oldest = (oldest + 1) % limit
    }
  }
}
