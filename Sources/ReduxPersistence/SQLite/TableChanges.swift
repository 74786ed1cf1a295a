#if SQLite
  import StateTable

  /// The changes that bring a table of the database up to date with a table of the state.
  ///
  /// This code is never specialised for the entities' type, which makes closures and dictionaries expensive. With loops and
  /// indices instead, finding one moved row of 10,000 takes 5 ms of processor time instead of 8.
  struct TableChanges<Entity: Codable & Identifiable & Sendable>: Sendable
  where Entity.ID: EntityID & SQLiteConvertible {
    struct Row: Sendable {
      let entity: Entity
      let position: Int64
    }

    /// The ids of the rows to delete, as they are stored.
    private(set) var removed: [Entity.ID] = []
    /// The rows to rewrite, some of which get another position, too.
    private(set) var updated: [Row] = []
    /// The rows that only get another position.
    private(set) var moved: [Row] = []
    private(set) var inserted: [Row] = []

    var isEmpty: Bool { removed.isEmpty && updated.isEmpty && moved.isEmpty && inserted.isEmpty }

    init(from memory: TableMemory<Entity>, to table: EntityTable<Entity>, _ columns: [SQLiteColumn<Entity>]) {
      let changes = table.changes(since: memory.table)
      for id in changes.removed {
        if let entity = memory.table[id: id] { removed.append(entity.id) }
      }
      var unplaced: [Int] = []
      for id in changes.inserted {
        if let index = table.index(of: id) { unplaced.append(index) }
      }
      if changes.isReordered {
        unplaced += TableChanges.movedIndices(from: memory, to: table)
        unplaced.sort()
      }
      /// The positions that change, by index.
      var chosen = TableChanges.positions(of: unplaced, from: memory, to: table)

      for id in changes.inserted {
        guard let index = table.index(of: id), let position = chosen.removeValue(forKey: index) else { continue }
        inserted.append(Row(entity: table[index], position: position))
      }
      for id in changes.updated {
        guard let index = table.index(of: id), let earlier = memory.table[id: id], let position = memory.positions[id]
        else { continue }
        let row = Row(entity: table[index], position: chosen[index] ?? position)
        if earlier.id.sqliteValue != row.entity.id.sqliteValue {
          // Equal in Swift but not in SQLite: é as one scalar, and as two.
          removed.append(earlier.id)
          inserted.append(row)
        } else if columns.contains(where: { $0.value(row.entity) != $0.value(earlier) }) {
          updated.append(row)
        } else {
          continue
        }
        chosen[index] = nil
      }
      for (index, position) in chosen { moved.append(Row(entity: table[index], position: position)) }
    }

    private static func positions(
      of unplaced: [Int], from memory: TableMemory<Entity>, to table: EntityTable<Entity>
    ) -> [Int: Int64] {
      guard !unplaced.isEmpty else { return [:] }
      let without = Set(unplaced)
      let positions = RowPositions(for: unplaced, of: table.count) { index in
        without.contains(index) ? nil : memory.positions[table[index].id]
      }
      return positions.chosen
    }

    /// The indices of the fewest rows that must move so that all others can stay.
    private static func movedIndices(from memory: TableMemory<Entity>, to table: EntityTable<Entity>) -> [Int] {
      var indices: [Int] = []
      var positions: [Int64] = []
      var index = 0
      for id in table.ids {
        if let position = memory.positions[id] {
          indices.append(index)
          positions.append(position)
        }
        index += 1
      }
      var moved: [Int] = []
      var staying = positions.longestAscent()[...]
      for (place, index) in indices.enumerated() {
        if staying.first == place { staying.removeFirst() } else { moved.append(index) }
      }
      return moved
    }
  }
#endif
