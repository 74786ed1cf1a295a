import Synchronization
import TestSupport

@testable import StateTable
@testable import StateTree

/// A state with tables in every possible place.
struct PatchedState: Codable {
  struct Project: Codable, Identifiable {
    var id: Int
    var name = ""
    var tasks: EntityTable<Item> = []
  }

  /// A superclass's encoder forces the slow path.
  struct OutOfOrder: Codable {
    var tasks: EntityTable<Item> = [Item(id: "a")]

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      tasks = try EntityTable(from: container.superDecoder(forKey: NamedKey("parent")))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: NamedKey.self)
      try tasks.encode(to: container.superEncoder(forKey: NamedKey("parent")))
    }
  }

  var tasks: EntityTable<Item> = [Item(id: "a"), Item(id: "b", title: "two"), Item(id: "c")]
  var filter = "all"
  var projects: EntityTable<Project> = [Project(id: 1, tasks: [Item(id: "a")]), Project(id: -2)]
  var byName: [String: EntityTable<Item>] = ["x/y": [Item(id: "a")], "z": []]
  var inArray: [EntityTable<Item>] = [[Item(id: "a")]]
  var optional: EntityTable<Item>?
  var recent: [Int] = [1, 2, 3]
  var slow: OutOfOrder?

  /// Makes random changes.
  mutating func change(_ count: Int, using generator: inout SeededGenerator) {
    for step in 0..<count {
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: filter = "filter \(step)"
      case 1: projects[id: Int.random(in: -2...4, using: &generator)]?.tasks.change(2, ids: 5, using: &generator)
      case 2: projects.upsert(Project(id: Int.random(in: -2...4, using: &generator), name: "step \(step)"))
      case 3: projects.move(1, to: Int.random(in: 0..<4, using: &generator))
      case 4: byName["key \(step % 3)", default: []].change(2, ids: 5, using: &generator)
      case 5: inArray[0].change(1, ids: 5, using: &generator)
      case 6: optional = step % 4 == 0 ? nil : tasks
      case 7 where step % 5 == 0: slow = OutOfOrder()
      default: tasks.change(3, ids: 20, using: &generator)
      }
    }
  }
}

struct NamedKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

struct StatePatchExample: Sendable {
  var change: @Sendable (inout PatchedState) -> Void
  var operations: [String]
}

let statePatches = [
  StatePatchExample(change: { _ in }, operations: []),
  StatePatchExample(
    change: { $0.tasks[id: "b"]?.title = "new" },
    operations: [#"{"op":"replace","path":"/tasks/entities/b/title","value":"new"}"#]),
  StatePatchExample(
    change: {
      $0.tasks.remove("a")
      $0.tasks.add(Item(id: "d"))
    },
    operations: [
      #"{"op":"remove","path":"/tasks/ids/0"}"#, #"{"op":"add","path":"/tasks/ids/2","value":"d"}"#,
      #"{"op":"remove","path":"/tasks/entities/a"}"#,
      #"{"op":"add","path":"/tasks/entities/d","value":{"id":"d","title":"","tags":[]}}"#,
    ]),
  StatePatchExample(
    change: {
      $0.filter = "open"
      $0.projects[id: 1]?.tasks[id: "a"]?.tags = ["x"]
    },
    operations: [
      #"{"op":"replace","path":"/filter","value":"open"}"#,
      #"{"op":"add","path":"/projects/entities/1/tasks/entities/a/tags/0","value":"x"}"#,
    ]),
  StatePatchExample(
    change: { $0.byName = ["z": [Item(id: "b")]] },
    operations: [
      #"{"op":"remove","path":"/byName/x~1y"}"#, #"{"op":"add","path":"/byName/z/ids/0","value":"b"}"#,
      #"{"op":"add","path":"/byName/z/entities/b","value":{"id":"b","title":"","tags":[]}}"#,
    ]),
  StatePatchExample(
    change: { $0.inArray[0][id: "a"]?.title = "new" },
    operations: [#"{"op":"replace","path":"/inArray/0/entities/a/title","value":"new"}"#]),
  StatePatchExample(
    change: { $0.optional = [] },
    operations: [#"{"op":"add","path":"/optional","value":{"ids":[],"entities":{}}}"#]),
]

/// An entity whose id is an object.
struct Composed: Codable, Identifiable {
  struct ID: EntityID {
    var id: Int
    var entityKey: String { "\(id)" }
  }

  var id: ID
}

/// A value that keeps its hash; one that is silent must not be encoded.
struct TextKeeper: StateHashProviding {
  struct Silence: Error {}

  var text: String
  var isSilent = false

  var stateHash: StateHash? {
    var members = MemberHash()
    members.insert(MemberHash.member("text", .string(text)))
    return members.finalized()
  }

  func encode(to encoder: any Encoder) throws {
    if isSilent { throw Silence() }
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(text, forKey: NamedKey("text"))
  }
}

/// An entity whose encoding depends on `userInfo`.
struct Suffixed: Codable, Identifiable {
  var id: String

  init(id: String) { self.id = id }
  init(from decoder: any Decoder) throws {
    id = try decoder.container(keyedBy: NamedKey.self).decode(String.self, forKey: NamedKey("text"))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NamedKey.self)
    let suffix = CodingUserInfoKey(rawValue: "suffix").flatMap { encoder.userInfo[$0] as? String } ?? ""
    try container.encode(id + suffix, forKey: NamedKey("text"))
  }
}

/// An entity that records its encodings.
struct Counted: Codable, Identifiable {
  static let encodings = Mutex<[Int]>([])

  var id: Int
  var number = 0

  init(id: Int) { self.id = id }

  func encode(to encoder: any Encoder) throws {
    Counted.encodings.withLock { $0.append(id) }
    var container = encoder.container(keyedBy: NamedKey.self)
    try container.encode(id, forKey: NamedKey("id"))
    try container.encode(number, forKey: NamedKey("number"))
  }
}
