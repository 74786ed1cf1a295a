#if SQLite
  import StateTree

  /// What a table of the database holds, so that what has changed can be told without reading it.
  struct TableMemory<Entity: Codable & Identifiable & Sendable>: Sendable
  where Entity.ID: EntityID & SQLiteConvertible {
    /// It shares what it can with the table of the state.
    var table = EntityTable<Entity>()
    private(set) var positions: [Entity.ID: Int64] = [:]
    /// Whether the database knows that the slice was stored.
    private(set) var isNoted = false

    /// What brings it back to what it was.
    struct Undo: Sendable {
      fileprivate let table: EntityTable<Entity>
      fileprivate let isNoted: Bool
      fileprivate var places: [Place] = []
    }

    /// Where an entity was.
    fileprivate struct Place: Sendable {
      let id: Entity.ID
      let position: Int64?
    }

    init() {}

    /// Reads rows of an id, a position and the columns.
    init(_ rows: [SQLiteReader], isNoted: Bool, _ read: (SQLiteReader) throws -> Entity) throws(UnreadableRow) {
      self.isNoted = isNoted
      var entities: [Entity] = []
      entities.reserveCapacity(rows.count)
      positions.reserveCapacity(rows.count)
      for row in rows {
        let id = row.values[0]
        let entity: Entity
        do { entity = try read(row) } catch { throw UnreadableRow(error, id: id) }
        guard entity.id.sqliteValue == id else {
          throw UnreadableRow("the row \(id.words) makes an entity with the id \(entity.id.sqliteValue.words)")
        }
        guard case .integer(let position) = row.values[1] else {
          throw UnreadableRow("the row \(id.words) has \(row.values[1].kind) for its position")
        }
        guard positions.updateValue(position, forKey: entity.id) == nil else {
          throw UnreadableRow("two rows have the id \(id.words)")
        }
        entities.append(entity)
      }
      table = EntityTable(entities)
    }

    /// Takes note of what is stored now, at the cost of the changes.
    mutating func apply(_ changes: TableChanges<Entity>, _ table: EntityTable<Entity>) -> Undo {
      var undo = Undo(table: self.table, isNoted: isNoted)
      self.table = table
      isNoted = true
      for id in changes.removed { undo.places.append(Place(id: id, position: positions.removeValue(forKey: id))) }
      for rows in [changes.updated, changes.moved, changes.inserted] {
        for row in rows {
          let id = row.entity.id
          undo.places.append(Place(id: id, position: positions.updateValue(row.position, forKey: id)))
        }
      }
      return undo
    }

    mutating func revert(_ undo: Undo) {
      table = undo.table
      isNoted = undo.isNoted
      for place in undo.places.reversed() { positions[place.id] = place.position }
    }
  }
#endif
