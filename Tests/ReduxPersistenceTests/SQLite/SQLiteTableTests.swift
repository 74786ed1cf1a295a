#if SQLite
  import Expectations
  import ReduxPersistence
  import StateTable
  import StateTree
  import TestSupport
  import Testing

  struct SQLiteTableTests {
    @Test func `stored rows are restored in order`() throws {
      let file = try PostsFile()
      let table: EntityTable<Post> = [
        Post(id: "b", text: "Zwei Bäume", likes: 2), Post(id: "a", text: "", likes: -1),
        Post(id: "c'\";", text: "\0?1"),
      ]
      try Post.table(in: file.open()).store(table)
      try expectEqual(file.restored(), .restored(table))
    }

    @Test func `a table never stored is absent; a stored empty one isn't`() throws {
      let file = try PostsFile()
      try expectEqual(file.restored(), .absent)
      try Post.table(in: file.open()).store([])
      try expectEqual(file.restored(), .restored([]))
      try Post.table(in: file.open()).store([Post(id: "a")])
      try Post.table(in: file.open()).store([])
      try expectEqual(file.restored(), .restored([]))
    }

    typealias Edit = (name: String, statements: [String: Int], make: @Sendable (inout EntityTable<Post>) -> Void)

    private static let edits: [Edit] = [
      ("nothing", [:], { _ in }),
      ("an edit", ["UPDATE": 1], { $0[id: "p5000"]?.likes = 100 }),
      (
        "an edit and back", [:],
        {
          $0[id: "p5000"]?.text = "other"
          $0[id: "p5000"]?.text = "post 5000"
        }
      ),
      ("an insertion at the front", ["INSERT": 1], { $0.add(Post(id: "new"), at: 0) }),
      ("an insertion in the middle", ["INSERT": 1], { $0.add(Post(id: "new"), at: 4000) }),
      ("an insertion at the end", ["INSERT": 1], { $0.add(Post(id: "new")) }),
      (
        "a page at the front", ["INSERT": 50],
        { table in for number in 0..<50 { table.add(Post(id: "new \(number)"), at: number) } }
      ),
      ("a move to the front", ["UPDATE": 1], { $0.move("p9000", to: 0) }),
      ("a move to the end", ["UPDATE": 1], { $0.move("p10", to: 9999) }),
      ("a move by one", ["UPDATE": 1], { $0.move("p10", to: 11) }),
      (
        "a move of what is edited", ["UPDATE": 1],
        {
          $0.move("p10", to: 500)
          $0[id: "p10"]?.likes = 100
        }
      ),
      ("a removal", ["DELETE": 1], { $0.remove("p77") }),
      (
        "one removed, one moved, one edited, two added", ["DELETE": 1, "UPDATE": 2, "INSERT": 2],
        {
          $0.remove("p77")
          $0.move("p10", to: 500)
          $0[id: "p20"]?.likes = 100
          $0.add(Post(id: "new"), at: 0)
          $0.add(Post(id: "newer"), at: 10)
        }
      ),
      (
        "one removed, and the same id added at the end", ["UPDATE": 1],
        {
          $0.remove("p77")
          $0.add(Post(id: "p77", text: "again"))
        }
      ),
    ]

    @Test func `of 10,000 rows, only the changed ones are stored`() throws {
      let file = try PostsFile()
      let log = StatementLog()
      let posts = Post.table(in: try file.open(log: log))
      let whole = EntityTable<Post>.posts(10_000)
      try expectEqual(log.changes { try posts.store(whole) }, ["INSERT": 10_000])
      for edit in SQLiteTableTests.edits {
        var table = whole
        edit.make(&table)
        try expectEqual(log.changes { try posts.store(table) }, edit.statements, "\(edit.name)")
        try expectEqual(log.all { try posts.store(table) }, [], "\(edit.name)")
        try posts.store(whole)
      }
      try expectEqual(posts.restore(), .restored(whole))
    }

    @Test func `after a restart, only the changed rows are stored`() throws {
      let file = try PostsFile()
      try Post.table(in: file.open()).store(.posts(100))
      let log = StatementLog()
      do {
        let posts = Post.table(in: try file.open(log: log))
        var table = try posts.restore().value()
        table[id: "p3"]?.likes = 50
        try expectEqual(log.changes { try posts.store(table) }, ["UPDATE": 1])
      }
      do {
        // An unrelated table, stored without restoring first.
        let posts = Post.table(in: try file.open(log: log))
        try expectEqual(log.changes { try posts.store(.posts(100)) }, ["UPDATE": 1])
      }
      try expectEqual(file.restored(), .restored(.posts(100)))
    }

    @Test(arguments: [("uid", "position", "text"), ("id", "place", "text"), ("id", "position", "txt")], [0, 3])
    func `a missing column is refused, and no row changes`(
      names: (id: String, position: String, column: String), count: Int
    ) throws {
      let file = try PostsFile()
      if count > 0 { try Post.table(in: file.open()).store(.posts(count)) }
      let table = SQLiteTable<Post>(
        "posts", in: try file.open(), id: names.id, position: names.position, columns: [.column(names.column, \.text)]
      ) { row in
        Post(id: try row[names.id], text: try row[names.column])
      }
      let error = #expect(throws: PersistenceError.self) { try table.restore() }
      expectEqual(error?.description.contains("no such column: posts."), true)
      withExtendedLifetime(table) {}
    }

    @Test func `storing takes one transaction`() throws {
      let log = StatementLog()
      let file = try PostsFile()
      let posts = Post.table(in: try file.open(log: log))
      try posts.store([Post(id: "a"), Post(id: "b")])
      try expectEqual(
        log.all { try posts.store([Post(id: "a"), Post(id: "c")]) },
        [
          "BEGIN IMMEDIATE",
          #"DELETE FROM "posts" WHERE "posts"."id" = ?"#,
          #"INSERT INTO "posts" ("id", "position", "text", "likes") VALUES (?, ?, ?, ?)"#,
          "COMMIT",
        ])
    }

    @Test func `ids equal in Swift but not in SQLite are kept to the bit`() throws {
      let file = try PostsFile()
      let posts = Post.table(in: try file.open())
      try posts.store([Post(id: "caf\u{e9}"), Post(id: "b")])
      try posts.store([Post(id: "cafe\u{301}"), Post(id: "b")])
      try posts.store([Post(id: "cafe\u{301}", likes: 3), Post(id: "b")])
      try posts.store([Post(id: "b"), Post(id: "cafe\u{301}", likes: 3)])
      let table = try posts.restore().value()
      expectEqual(table.map { Array($0.id.utf8) }, [Array("b".utf8), Array("cafe\u{301}".utf8)])
      try posts.store([Post(id: "b")])
      try expectEqual(posts.restore(), .restored([Post(id: "b")]))
    }

    @Test(arguments: [1, 2, 3])
    func `any sequence of changes is stored`(seed: UInt64) throws {
      let file = try PostsFile()
      var random = SeededGenerator(seed: seed)
      var table = EntityTable<Post>.posts(30)
      var next = 30
      for _ in 0..<20 {
        let posts = Post.table(in: try file.open())
        for _ in 0..<15 {
          for _ in 0..<Int.random(in: 0...4, using: &random) {
            let id = table.randomElement(using: &random)?.id ?? ""
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<4:
              table.add(Post(id: "p\(next)"), at: Int.random(in: 0...table.count, using: &random))
              next += 1
            case 4..<6: table.remove(id)
            case 6..<8: table[id: id]?.likes += 1
            case 8..<11: table.move(id, to: Int.random(in: 0...table.count, using: &random))
            default: table.setAll(table.shuffled(using: &random))
            }
          }
          try posts.store(table)
        }
        try expectEqual(posts.restore(), .restored(table), "seed \(seed)")
      }
      try expectEqual(file.restored(), .restored(table), "seed \(seed)")
    }
  }
#endif
