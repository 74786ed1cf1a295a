#if SQLite
  import StateTable

  /// The contents of a table of the database, to find changes without reading it.
  struct TableMemory<Entity: Codable & Identifiable & Sendable>: Sendable
  where Entity.ID: EntityID & SQLiteConvertible {
    /// Shares its storage with the table of the state, as far as possible.
    var table = EntityTable<Entity>()
    private(set) var positions: [Entity.ID: Int64] = [:]
    /// Whether the database notes the slice as stored.
    private(set) var isNoted = false

    /// The earlier contents that changes replaced.
    struct Undo: Sendable {
      fileprivate let table: EntityTable<Entity>
      fileprivate let isNoted: Bool
      fileprivate var positions: [EarlierPosition] = []
    }

    /// An entity's earlier position; `nil` if it had none.
    fileprivate struct EarlierPosition: Sendable {
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
          throw UnreadableRow(
            "the row \(id.displayText) makes an entity with the id \(entity.id.sqliteValue.displayText)")
        }
        guard case .integer(let position) = row.values[1] else {
          throw UnreadableRow("the row \(id.displayText) has \(row.values[1].kind) for its position")
        }
        guard positions.updateValue(position, forKey: entity.id) == nil else {
          throw UnreadableRow("two rows have the id \(id.displayText)")
        }
        entities.append(entity)
      }
      table = EntityTable(entities)
    }

    /// Applies stored changes, at a cost proportional to them.
    mutating func apply(_ changes: TableChanges<Entity>, _ table: EntityTable<Entity>) -> Undo {
      var undo = Undo(table: self.table, isNoted: isNoted)
      self.table = table
      isNoted = true
      for id in changes.removed { undo.positions.append(.init(id: id, position: positions.removeValue(forKey: id))) }
      for rows in [changes.updated, changes.moved, changes.inserted] {
        for row in rows {
          let id = row.entity.id
          undo.positions.append(.init(id: id, position: positions.updateValue(row.position, forKey: id)))
        }
      }
      return undo
    }

    mutating func revert(_ undo: Undo) {
      table = undo.table
      isNoted = undo.isNoted
      for earlier in undo.positions.reversed() { positions[earlier.id] = earlier.position }
    }
  }
#endif
