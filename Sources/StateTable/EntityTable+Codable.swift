package import StateCoding
import StateTree

extension EntityTable: Codable {
  private enum CodingKeys: String, CodingKey {
    case ids, entities
  }

  /// Encodes the table as `{"ids": [...], "entities": {...}}`, both in the table's order.
  public func encode(to encoder: any Encoder) throws {
    try withExtendedLifetime(self) { try encode(SlotPointers(self), to: encoder) }
  }

  private func encode(_ places: SlotPointers<Entity>, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encodeIDs(places, into: &container)
    var entities = container.nestedContainer(keyedBy: EntityKey.self, forKey: .entities)
    var position = 0
    while position < count {
      let run = order.elements(from: position)
      position += run.count
      for element in run {
        let key = places.withID(in: element.slot) { EntityKey($0.entityKey) }
        try places.withEntity(in: element.slot) { try entities.encode($0, forKey: key) }
      }
    }
  }

  private func encodeIDs(
    _ places: SlotPointers<Entity>, into container: inout KeyedEncodingContainer<CodingKeys>
  ) throws {
    var ids = container.nestedUnkeyedContainer(forKey: .ids)
    // The compiler never specialises this code: iterators took twice as long as all the rest.
    var position = 0
    while position < count {
      let run = order.elements(from: position)
      position += run.count
      for element in run {
        try places.withID(in: element.slot) { id in
          if ID.self == Int.self { try ids.encode(same(id, as: Int.self)) } else { try ids.encode(id) }
        }
      }
    }
  }

  /// Decodes a table.
  ///
  /// - Throws: `DecodingError` if an id occurs twice, has no entity, or has an entity with another id, or if the order
  ///   lacks the id of an entity.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let ids = try container.decode([ID].self, forKey: .ids)
    let members = try container.nestedContainer(keyedBy: NameKey.self, forKey: .entities)
    var entities: [Entity] = []
    entities.reserveCapacity(ids.count)
    for id in ids {
      let key = NameKey(id.entityKey)
      let entity: Entity
      do {
        entity = try members.decode(Entity.self, forKey: key)
      } catch {
        // Only now, because it looks the key up a second time.
        if members.contains(key) { throw error }
        throw DecodingError.keyNotFound(
          key, Self.context(members.codingPath, "\"ids\" names \"\(id.entityKey)\", but no entity has this id"))
      }
      guard entity.id == id else {
        throw DecodingError.dataCorrupted(
          Self.context(members.codingPath + [key], "the entity's id is different: \"\(entity.id.entityKey)\""))
      }
      entities.append(entity)
    }
    self.init(entities)
    guard count == ids.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .ids, in: container,
        debugDescription: "\"ids\" names \(ids.count - count) of \(count) entities more than once")
    }
    let memberCount = (decoder as? NodeDecoder)?.memberCount(of: "entities") ?? members.allKeys.count
    guard memberCount == count else {
      let named = Set(ids.map { ByteString($0.entityKey) })
      let stray = members.allKeys.first { !named.contains(ByteString($0.stringValue)) }
      throw DecodingError.dataCorrupted(
        Self.context(members.codingPath + (stray.map { [$0] } ?? []), "\"ids\" does not name the entity"))
    }
  }

  private static func context(_ path: [any CodingKey], _ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: path, debugDescription: description)
  }
}

extension EntityTable: PartlyEncodable {
  /// Encodes selected entities, which it finds by their ids, or all ids.
  package func encode(_ selection: Selection, to encoder: any Encoder) throws {
    if selection["entities"]?.isWhole == true { return try encode(to: encoder) }
    var container = encoder.container(keyedBy: CodingKeys.self)
    if selection["ids"] != nil {
      try withExtendedLifetime(self) { try encodeIDs(SlotPointers(self), into: &container) }
    }
    guard let part = selection["entities"] else { return }
    var entities = container.nestedContainer(keyedBy: EntityKey.self, forKey: .entities)
    for (key, part) in part.members {
      guard let entity = entity(withKey: key) else { continue }
      try entities.encode(part.part(of: entity), forKey: EntityKey(key))
    }
  }

  /// The entity whose id has a key; `nil` for none. O(1) for ids that are encoded as their keys.
  private func entity(withKey key: String) -> Entity? {
    let forms = [JSONValue.string(key), JSONNumber(literal: key).map { JSONValue.number($0) }].compactMap { $0 }
    for form in forms {
      guard let id = try? StateDecoder().decode(ID.self, from: form), id.entityKey.hasSameBytes(as: key) else {
        continue
      }
      return self[id: id]
    }
    return first { $0.id.entityKey.hasSameBytes(as: key) }
  }
}
