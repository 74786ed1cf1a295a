#if SQLite
  @testable import ReduxPersistence
  import Expectations
  import StateTable
  import StateTree
  import TestSupport
  import Testing

  struct RowPositionsTests {
    /// The earlier positions of rows, `nil` for new ones, and the expected positions.
    typealias Case = (rows: [Int64?], positions: [Int64])

    private static let gap = RowPositions.gap
    private static let spread = Int64((1 << 40) - 7) / 4

    private func placed(_ rows: [Int64?]) -> [Int64] {
      let positions = RowPositions(for: rows.indices.filter { rows[$0] == nil }, of: rows.count) { rows[$0] }
      return rows.enumerated().compactMap { positions.chosen[$0] ?? $1 }
    }

    static let gaps: [Case] = [
      ([nil], [0]),
      ([nil, nil, nil], [-gap, 0, gap]),
      ([5, nil], [5, 5 + gap]),
      ([nil, nil, 5], [5 - 2 * gap, 5 - gap, 5]),
      ([0, nil, 100], [0, 50, 100]),
      ([0, nil, nil, nil, 100], [0, 25, 50, 75, 100]),
      ([0, nil, 100, 200, nil, 210], [0, 50, 100, 200, 205, 210]),
      ([0, nil, 2], [0, 1, 2]),
    ]

    @Test(arguments: gaps)
    func `new rows go into the gaps`(example: Case) {
      expectEqual(placed(example.rows), example.positions)
    }

    static let usedUp: [Case] = [
      ([0, nil, 1], [-gap, 0, gap]),
      ([7, 8, nil, 9, 1 << 40], [7, 7 + spread, 7 + 2 * spread, 7 + 3 * spread, 1 << 40]),
      ([7, nil, 8, nil, 9, nil, nil, 10, nil], (-4...4).map { 9 + $0 * gap }),
      // Written by other programs.
      ([7, 7, 7, nil, 7], [7, 7, 7 + gap, 7 + 2 * gap, 7 + 3 * gap]),
      ([.min, nil, .max], [-gap, 0, gap]),
      ([.max, nil], [-gap, 0]),
      ([nil, .min], [-gap, 0]),
      ([RowPositions.limit - 5, nil], [-gap, 0]),
    ]

    @Test(arguments: usedUp)
    func `a used-up gap is widened by moving the rows around it`(example: Case) {
      expectEqual(placed(example.rows), example.positions)
    }

    static let ascents: [(positions: [Int64], staying: [Int])] = [
      ([], []), ([5], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]), ([9, 1, 2, 3], [1, 2, 3]),
      ([1, 2, 3, 0], [0, 1, 2]), ([1, 5, 2, 6, 3, 7], [0, 2, 4, 5]), ([4, 4, 4], [2]),
    ]

    @Test(arguments: ascents)
    func `as many rows as possible keep their position`(positions: [Int64], staying: [Int]) {
      expectEqual(positions.longestAscent(), staying)
    }

    /// Indices at which rows are inserted into a table of 100, and how many others change.
    static let places: [(name: String, index: Int, updates: Int)] = [
      ("at the front", 0, 0), ("behind one that stays on top", 1, 18), ("in the middle", 50, 26),
      ("before the last", 99, 26),
    ]

    @Test(arguments: places)
    func `300 rows inserted in the same place change few others`(place: (name: String, index: Int, updates: Int))
      throws
    {
      let file = try PostsFile()
      var table = EntityTable<Post>.posts(100)
      let log = StatementLog()
      let posts = Post.table(in: try file.open(log: log))
      try posts.store(table)
      let changes = try log.changes {
        for number in 0..<300 {
          table.add(Post(id: "new \(number)"), at: place.index)
          try posts.store(table)
        }
      }
      expectEqual(changes, ["INSERT": 300, "UPDATE": place.updates].filter { $0.value > 0 }, "\(place.name)")
      try expectEqual(posts.restore(), .restored(table))
    }
  }
#endif
