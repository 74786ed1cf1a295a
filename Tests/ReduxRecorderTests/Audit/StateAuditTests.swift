import Expectations
import Foundation
import Observation
import ReduxDiagnostics
import ReduxRecorder
import StateCoding
import StateTable
import StateTree
import Testing

struct StateAuditTests {
  /// The printed findings, without the explanation of each kind.
  func findings(_ state: Any) -> [String] { StateAudit(of: state).findings.map(short) }

  func short(_ finding: StateAudit.Finding) -> String {
    switch finding {
    case .object: "object"
    case .notEncodable: "not encodable"
    case .notDecodable: "not decodable"
    case .membersLeftOut(let place, let members, let encoded, let count):
      "\(place): \(encoded) of \(count), not "
        + members.map { "\($0.name): \($0.type)\($0.isCertain ? "" : "?")" }.joined(separator: ", ")
    case .reference(let place, let type): "\(place): reference \(type)"
    case .unstableOrder(let place): "\(place): order"
    case .opaque(let place, let type): "\(place): opaque \(type)"
    case .closed(let place, let type, let reason): "\(place): closed \(type) \(reason)"
    case .encodingThrows(let place, let type): "\(place): encoding throws \(type)"
    case .decodingThrows(let place): "\(place): decoding throws"
    case .notWhole(let place): "\(place): not whole"
    case .looksSecret(let place, let rule): "\(place): \(rule)"
    case .machineSetting(let place, let type): "\(place): setting \(type)"
    }
  }

  @Test func `settings of the machine are named, and fixed values aren't`() {
    struct Screen: Codable {
      var calendar = Calendar.autoupdatingCurrent
      var zones = [TimeZone.autoupdatingCurrent]
      var locale = Locale(identifier: "gsw_CH")
      var zone = TimeZone(identifier: "GMT")
    }
    expectEqual(findings(Screen()), ["/calendar: setting Calendar", "/zones/*: setting TimeZone"])
  }

  // MARK: Nothing to find

  enum Phase: Codable, Equatable {
    case idle
    case running(since: Date, laps: [Double])
    case failed(String)
  }

  enum Level: String, Codable { case low, high }

  struct Note: Codable, Identifiable, Equatable {
    var id: Int
    var text = ""
    var level = Level.low
    var due: Date?
  }

  private struct Whole: Codable, Equatable {
    var count = 0
    var title: String?
    var phase = Phase.running(since: Date(timeIntervalSince1970: 5), laps: [1.5, .nan])
    var next: Phase? = .idle
    var notes: EntityTable<Note> = [Note(id: 1, due: .distantPast), Note(id: 2, text: "milk")]
    var tags: Set<String> = ["a", "b", "c", "d", "e"]
    var counts: [UUID: Int] = [UUID(): 1, UUID(): 2]
    var limits: [String: Decimal] = ["x": 1.25]
    var link = URL(string: "https://example.org/a?b")
    var data = Data([1, 2, 3])
    var json: JSONValue = ["a": [1, 2]]
    var range = 0..<3
    var duration = Duration.seconds(3)
    var result: CodableResult<String, CodableError> = .failure(CodableError(CancellationError()))
    @Redacted var safeWord = "sesame"
    @Redacted var pin: String?
    var nested: Int?? = .some(nil)
  }

  @Test func `a complete state in stable order has no findings`() {
    let audit = StateAudit(of: Whole())
    expectEqual(audit.findings, [])
    #expect(audit.isComplete)
    expectEqual(
      "\(audit)",
      """
      recording StateAuditTests.Whole captures everything in this state
      - /safeWord is redacted because of its type or the name beside it
      """)
  }

  @Test(arguments: [0, 1.5, "a", [1, 2], ["a": Level.low]] as [any Codable & Sendable])
  func `a value of a single part has no findings`(_ value: any Codable & Sendable) {
    expectEqual(findings(value), [])
  }

  // MARK: Members

  /// Like MovieSwiftUI's state, which encodes 6 of its 21 members.
  struct MoviesState: Codable, Equatable {
    struct Movie: Codable, Equatable {
      var id = 0
      var posterPath: String?

      enum CodingKeys: String, CodingKey {
        case id
        case posterPath = "poster_path"
      }
    }
    struct Filter: Codable, Equatable { var year = 0 }

    var movies: [Int: Movie] = [1: Movie(id: 1, posterPath: "/a.jpg"), 2: Movie(id: 2)]
    var moviesList: [String: [Int]] = [:]
    var recommended: [Int: [Int]] = [:]
    var similar: [Int: [Int]] = [:]
    var search: [String: [Int]] = [:]
    var searchKeywords: [String: [String]] = [:]
    var recentSearches: Set<String> = []
    var moviesUserMeta: [Int: Bool] = [:]
    var discover: [Int] = []
    var discoverFilter: Filter?
    var savedDiscoverFilters: [Filter] = [Filter()]
    var wishlist: Set<Int> = [3, 4]
    var seenlist: Set<Int> = []
    var withGenre: [Int: [Int]] = [:]
    var withKeywords: [Int: [Int]] = [:]
    var withCrew: [Int: [Int]] = [:]
    var reviews: [Int: [String]] = [:]
    var customLists: [Int: String] = [:]
    var genres: [String] = []
    var isLoading = false
    var lastRefresh: Date?

    enum CodingKeys: String, CodingKey {
      case movies, wishlist, seenlist, customLists, moviesUserMeta, savedDiscoverFilters
    }
  }

  private struct AppState: Codable {
    var moviesState = MoviesState()
    var count = 0
  }

  @Test func `members that the encoding leaves out are found, even empty ones`() {
    expectEqual(
      findings(AppState()),
      [
        "/moviesState: 6 of 21, not moviesList: Dictionary<String, Array<Int>>, "
          + "recommended: Dictionary<Int, Array<Int>>, similar: Dictionary<Int, Array<Int>>, "
          + "search: Dictionary<String, Array<Int>>, searchKeywords: Dictionary<String, Array<String>>, "
          + "recentSearches: Set<String>, discover: Array<Int>, "
          + "discoverFilter: Optional<StateAuditTests.MoviesState.Filter>, "
          + "withGenre: Dictionary<Int, Array<Int>>, withKeywords: Dictionary<Int, Array<Int>>, "
          + "withCrew: Dictionary<Int, Array<Int>>, reviews: Dictionary<Int, Array<String>>, genres: Array<String>, "
          + "isLoading: Bool, lastRefresh: Optional<Date>"
      ])
  }

  @Test func `a left-out member with a value makes a snapshot incomplete`() {
    var state = AppState()
    state.moviesState.isLoading = true
    expectEqual(findings(state).last, "/moviesState/isLoading: not whole")
    expectEqual(findings(state.moviesState).last, "/isLoading: not whole")
  }

  private struct Renamed: Codable, Equatable {
    struct Place: Codable, Equatable {
      var latitude = 1.5
      var longitude = 2.5

      enum CodingKeys: String, CodingKey {
        case latitude = "lat"
        case longitude = "lon"
      }
    }

    var userName = "mira"
    var isSeen = false
    var isLoading = false
    var isOnline = true
    var home: Place?
    var away: Place? = Place()

    enum CodingKeys: String, CodingKey {
      case userName = "user_name"
      case isSeen = "seen"
      case isOnline = "online"
      case home = "h"
      case away = "a"
    }
  }

  @Test func `renamed members are matched by spelling, then by value`() {
    expectEqual(findings(Renamed()), [": 5 of 6, not isSeen: Bool?, isLoading: Bool?"])
    expectEqual(findings(Renamed(isSeen: true, isOnline: false)), [": 5 of 6, not isLoading: Bool?, isOnline: Bool?"])
    expectEqual(findings(Renamed.Place()), [])
    expectEqual(findings([Renamed.Place(latitude: 3, longitude: 3)]), [])
  }

  private struct HandWritten: Encodable {
    var latitude = 1.0
    var longitude = 2.0
    var note: String?
    var draft = "new"

    enum CodingKeys: CodingKey { case place, note, draft }
    enum PlaceKeys: CodingKey { case latitude, longitude }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var place = container.nestedContainer(keyedBy: PlaceKeys.self, forKey: .place)
      try place.encode(latitude, forKey: .latitude)
      try place.encode(longitude, forKey: .longitude)
      if let note { try container.encode(note, forKey: .note) }
    }
  }

  @Test func `a hand-written encoding that groups members may leave one out`() {
    expectEqual(findings(HandWritten()), ["not decodable", ": 3 of 4, not draft: String"])
  }

  private class Base: Codable {
    var id = 7
  }

  private final class Derived: Base {
    var name = "n"

    enum CodingKeys: CodingKey { case name }

    override init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(name, forKey: .name)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test func `inherited members are found where the class encodes them`() {
    expectEqual(findings(["a": Derived()]), ["/*: reference StateAuditTests.Derived"])
  }

  private enum Sheet: Codable, Equatable {
    case editor(text: String, cursor: Int = 0)
    case list([Note])
    case picker(Date)

    enum CodingKeys: String, CodingKey {
      case editor = "edit"
      case list
    }
    enum EditorCodingKeys: CodingKey { case text }
  }

  private struct Sheets: Codable, Equatable {
    var open: [Sheet] = []
  }

  @Test func `left-out cases and associated values are found`() {
    expectEqual(findings(Sheets(open: [.list([])])), [])
    expectEqual(findings(Sheets(open: [.editor(text: "a")])), ["/open/*/edit: 1 of 2, not cursor: Int"])
    expectEqual(
      findings(Sheets(open: [.list([]), .editor(text: "a", cursor: 3)])),
      [
        "/open/*/edit: 1 of 2, not cursor: Int", "/open/*/editor/cursor: not whole",
      ])
    expectEqual(
      findings(Sheets(open: [.list([]), .picker(Date())])), ["/open/*: encoding throws StateAuditTests.Sheet"])
  }

  // MARK: Objects

  final class Cache: Codable {
    var hits = 0
  }

  private struct Holder: Codable {
    var cache = Cache()
    var spare: [Cache] = [Cache(), Cache()]
    var none: Cache?
  }

  @Test func `objects in the state are found`() {
    expectEqual(
      findings(Holder()),
      [
        "/cache: reference StateAuditTests.Cache", "/spare/*: reference StateAuditTests.Cache",
      ])
  }

  @Observable fileprivate final class Player {
    var queue: [String] = []
    var isPlaying = false
    @ObservationIgnored var onChange: () -> Void = {}
  }

  @Observable fileprivate final class Counter: Codable {
    var count = 0
    var step = 1

    enum CodingKeys: CodingKey { case _count, _step, _$observationRegistrar }
  }

  @Test func `a state that is an object is inspected, not replayed`() {
    expectEqual(findings(Player()), ["object", "/onChange: opaque () -> ()"])
    expectEqual(findings(Counter()), ["object"])
    expectEqual(findings(["a": Counter()]), ["/*: reference StateAuditTests.Counter"])
  }

  private final class Node {
    var next: Node?
    var name = "n"
  }

  @Test func `objects that refer to each other are visited once`() {
    let node = Node()
    node.next = Node()
    node.next?.next = node
    expectEqual(findings(node), ["object", "/next: reference StateAuditTests.Node"])
  }

  // MARK: Reflected

  private struct Reflected {
    struct Part: Codable {
      var seen = 1
      var unseen = 2

      enum CodingKeys: CodingKey { case seen }
      init() {}
      init(from decoder: any Decoder) throws {}
    }

    enum Sheet { case none, confirm(title: String, then: () -> Void) }

    var count = 0
    var part = Part()
    var sheet = Sheet.confirm(title: "a", then: {})
    var closures: [String: () -> Void] = ["/a": {}]
    var initial: Character = "c"
  }

  @Test func `values of a reflected state that show nothing are found`() {
    expectEqual(
      findings(Reflected()),
      [
        "not encodable", "/part: 1 of 2, not unseen: Int", "/sheet/confirm/then: opaque () -> ()",
        "/closures/*: opaque () -> ()",
      ])
  }

  // MARK: Order

  private struct Hidden: Codable, Equatable {
    var tags: Set<String>

    init(_ tags: Set<String>) { self.tags = tags }
    init(from decoder: any Decoder) throws {
      tags = Set(try decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .tags))
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Array(tags), forKey: .tags)
    }

    enum CodingKeys: CodingKey { case tags }
  }

  private struct Sorted: Encodable {
    var tags: Set<String>
    var scores: [String: Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tags.sorted(), forKey: .tags)
      try container.encode(scores.sorted { $0.key < $1.key }.map(\.value), forKey: .scores)
    }

    enum CodingKeys: CodingKey { case tags, scores }
  }

  private struct HiddenForWriting: Encodable {
    var tags: Set<String>
    var scores: [String: Int]

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var elements = container.nestedUnkeyedContainer(forKey: .tags)
      for tag in tags { try elements.encode(tag) }
      try container.encode(Array(scores.keys), forKey: .scores)
    }

    enum CodingKeys: CodingKey { case tags, scores }
  }

  private struct Deep: Codable, Equatable {
    var lists: [Hidden]
    var last = Hidden([])
  }

  private static let words: Set<String> = ["ape", "bee", "cat", "dog", "elk", "fox", "gnu", "hen", "ibis", "jay"]

  @Test func `sets and dictionaries encoded as arrays are found`() {
    expectEqual(findings(Hidden(Self.words)), ["/tags: order"])
    expectEqual(findings(Deep(lists: [Hidden([]), Hidden(Self.words)])), ["/lists/*/tags: order"])
    expectEqual(
      findings(Deep(lists: [Hidden(Self.words)], last: Hidden(Self.words))),
      [
        "/lists/*/tags: order", "/last/tags: order",
      ])
    let scores = Dictionary(uniqueKeysWithValues: Self.words.map { ($0, 1) })
    expectEqual(
      findings(HiddenForWriting(tags: Self.words, scores: scores)),
      [
        "not decodable", "/tags: order", "/scores: order",
      ])
  }

  @Test func `sorted or small sets encoded as arrays aren't reported`() {
    let scores = Dictionary(uniqueKeysWithValues: Self.words.enumerated().map { ($1, $0 * 7 % 10) })
    expectEqual(findings(Sorted(tags: Self.words, scores: scores)), ["not decodable"])
    expectEqual(findings(Hidden([])), [])
    expectEqual(findings(Hidden(["a"])), [])
    expectEqual(findings(Deep(lists: [Hidden(["a"])])), [])
  }

  // MARK: Text

  @Test func `the description lists the findings`() {
    var state = AppState()
    state.moviesState.isLoading = true
    expectEqual(
      "\(StateAudit(of: state))",
      """
      recording StateAuditTests.AppState doesn't capture everything:
      - /moviesState encodes 6 of its 21 members; the others are neither hashed nor restored:
          moviesList: Dictionary<String, Array<Int>>
          recommended: Dictionary<Int, Array<Int>>
          similar: Dictionary<Int, Array<Int>>
          search: Dictionary<String, Array<Int>>
          searchKeywords: Dictionary<String, Array<String>>
          recentSearches: Set<String>
          discover: Array<Int>
          discoverFilter: Optional<StateAuditTests.MoviesState.Filter>
          withGenre: Dictionary<Int, Array<Int>>
          withKeywords: Dictionary<Int, Array<Int>>
          withCrew: Dictionary<Int, Array<Int>>
          reviews: Dictionary<Int, Array<String>>
          genres: Array<String>
          isLoading: Bool
          lastRefresh: Optional<Date>
      - a snapshot isn't complete: after encoding and decoding, the state differs, first at /moviesState/isLoading
      """)
  }
}
