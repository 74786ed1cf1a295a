#if SQLite
  import Expectations
  import Foundation
  import ReduxPersistence
  import StateTable
  import StateTree
  import Testing

  struct SQLiteConvertibleTests {
    enum Kind: String, Codable, SQLiteConvertible { case note, photo }

    struct PersonID: RawRepresentable, EntityID, SQLiteConvertible { var rawValue: UUID }

    /// A property of each type that a column can store.
    struct Person: Codable, Hashable, Identifiable, Sendable {
      var id: PersonID
      var isKnown = true
      var age = Int.max
      var visits = Int64.min
      var height = 1.1
      var name = "Zoë \u{0} 🦉"
      var born = Date(timeIntervalSinceReferenceDate: -1_234_567.123_456_7)
      var owes = Decimal(string: "21.0975") ?? 0
      var picture = Data([0, 255, 0])
      var kind = Kind.photo
      var nickname: String?
      var empty: String? = ""
      var seen: Date? = Date(timeIntervalSinceReferenceDate: 0)
      var nothing = Data()
    }

    @Test func `every type is restored to the bit`() throws {
      let file = try PostsFile()
      let schema: SQLiteMigration = """
        CREATE TABLE "people (""all"")" (
          "a id" TEXT PRIMARY KEY, "order" INTEGER NOT NULL, isKnown INTEGER NOT NULL, age INTEGER NOT NULL,
          visits INTEGER NOT NULL, height REAL NOT NULL, name TEXT NOT NULL, born REAL NOT NULL, owes TEXT NOT NULL,
          picture BLOB NOT NULL, kind TEXT NOT NULL, nickname TEXT, empty TEXT, seen REAL, "nothing" BLOB NOT NULL
        ) STRICT
        """
      let people = SQLiteTable<Person>(
        #"people ("all")"#, in: try file.open([schema]), id: "a id", position: "order",
        columns: [
          .column("isKnown", \.isKnown), .column("age", \.age), .column("visits", \.visits),
          .column("height", \.height),
          .column("name", \.name), .column("born", \.born), .column("owes", \.owes), .column("picture", \.picture),
          .column("kind", \.kind), .column("nickname", \.nickname), .column("empty", \.empty), .column("seen", \.seen),
          .column("nothing", \.nothing),
        ]
      ) { row in
        Person(
          id: try row["a id"], isKnown: try row["isKnown"], age: try row["age"], visits: try row["visits"],
          height: try row["height"], name: try row["name"], born: try row["born"], owes: try row["owes"],
          picture: try row["picture"], kind: try row["kind"], nickname: try row["nickname"], empty: try row["empty"],
          seen: try row["seen"], nothing: try row["nothing"])
      }
      let table: EntityTable = [
        Person(id: PersonID(rawValue: UUID())),
        Person(
          id: PersonID(rawValue: UUID()), isKnown: false, age: -1, height: -.infinity, owes: .greatestFiniteMagnitude),
        Person(id: PersonID(rawValue: UUID()), height: .leastNonzeroMagnitude, owes: -.leastNonzeroMagnitude),
      ]
      try people.store(table)
      try expectEqual(people.restore(), .restored(table))
    }

    static let strangers: [(value: SQLiteValue, types: [any SQLiteConvertible.Type])] = [
      (.integer(2), [Bool.self, String.self, UUID.self, Decimal.self, Data.self, Kind.self]),
      (.integer(.max), [Double.self, Date.self]),
      (.real(1), [Int.self, Int64.self, Bool.self, String.self]),
      (.text("1"), [Int.self, Double.self, Bool.self, Date.self, Data.self, UUID.self, Kind.self, Int?.self]),
      (.text("12,50"), [Decimal.self]),
      (.text("12.50"), [Decimal.self]),
      (.text("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), [UUID.self]),
      (.blob([0x61]), [String.self, Int.self]),
      (.null, [Int.self, String.self, Double.self, Data.self, Kind.self]),
    ]

    @Test(arguments: strangers)
    func `values of another type or form are refused`(
      example: (value: SQLiteValue, types: [any SQLiteConvertible.Type])
    ) {
      for type in example.types { #expect(type.init(sqliteValue: example.value) == nil, "\(type)") }
    }

    @Test func `whole numbers are read as reals, and values are compared to the bit`() {
      expectEqual(Double(sqliteValue: .integer(3)), 3)
      #expect(SQLiteValue.text("\u{e9}") != .text("e\u{301}"))
      #expect(SQLiteValue.real(0) != .real(-0.0))
      expectEqual(SQLiteValue.null, .null)
      #expect(SQLiteValue.integer(1) != .real(1))
    }
  }
#endif
