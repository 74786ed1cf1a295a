/// Elements in an order, each found by its id. It shows itself and is encoded as its elements; beside them it holds the key
/// path to the id.
package struct IdentifiedArray<ID: Hashable & Sendable, Element: Sendable>: Sendable {
  private let id: any KeyPath<Element, ID> & Sendable
  private let find: @Sendable (Element) -> ID
  private var ids: [ID] = []
  private var found: [ID: Element] = [:]

  package init(_ elements: [Element] = []) where Element: Identifiable, ID == Element.ID {
    id = \.id
    find = { $0.id }
    for element in elements {
      if found.updateValue(element, forKey: element.id) == nil { ids.append(element.id) }
    }
  }

  package var elements: [Element] { ids.compactMap { found[$0] } }

  package subscript(id id: ID) -> Element? {
    get { found[id] }
    set {
      if let newValue {
        if found.updateValue(newValue, forKey: id) == nil { ids.append(id) }
      } else if found.removeValue(forKey: id) != nil {
        ids.removeAll { $0 == id }
      }
    }
  }
}

extension IdentifiedArray: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { ids.count }

  package subscript(position: Int) -> Element {
    guard let element = found[ids[position]] else { preconditionFailure("no element at \(position)") }
    return element
  }
}

extension IdentifiedArray: CustomReflectable {
  package var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

extension IdentifiedArray: Encodable where Element: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ContiguousArray(elements))
  }
}

extension IdentifiedArray: Decodable where Element: Decodable & Identifiable, ID == Element.ID {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode([Element].self))
  }
}

/// An action on an element.
package enum IdentifiedAction<ID: Sendable, Action: Sendable>: Sendable {
  case element(id: ID, action: Action)
}
