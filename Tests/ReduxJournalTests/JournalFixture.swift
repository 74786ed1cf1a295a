import StateTree
import TestSupport

@testable import ReduxJournal

extension TemporaryFile {
  /// A file that holds these bytes.
  convenience init(_ bytes: [UInt8]) throws {
    try self.init()
    try write(bytes)
  }
}

enum Fixture {
  static let journal = JournalID("0123456789abcdef0123456789abcdef") ?? .random()
  static let started = WallClock(microseconds: 1_767_261_600_123_456)

  /// A hash that is easy to recognise.
  static func hash(_ number: UInt64) -> StateHash { StateHash(low: number, high: 0) }

  static func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

  static func header(_ composer: inout JournalComposer) throws {
    try composer.header(
      journal: journal, app: AppIdentity(name: "tracker", version: "1.2", schema: 3), started: started,
      detail: "full", context: JSONObject([("commit", "ab12")]), platform: "linux")
  }

  static func snapshot(_ composer: inout JournalComposer, setsState: Bool = false) throws {
    try composer.snapshot(
      at: 0, state: utf8(#"{"n":0}"#), hash: hash(1), isWhole: true, setsState: setsState)
  }

  static func action(_ composer: inout JournalComposer, _ json: String = #"{"add":{"_0":1}}"#) throws {
    try composer.beginAction(ActionHead(at: 40, type: "add", action: utf8(json)))
    try composer.finishAction(
      ActionOutcome(
        hash: hash(UInt64(composer.seq + 2)), changed: [ChangedMember(pointer: "/n", short: "00ff00ff")],
        reducerMicroseconds: 7))
  }

  /// A key that is easy to recognise.
  static func key(_ first: UInt8 = 0) throws -> JournalKey { try JournalKey(bytes: (first..<first + 16)) }

  /// A journal with one of each kind, in two sessions.
  static func everyKind(key: JournalKey? = nil) throws -> JournalComposer {
    var composer = JournalComposer(key: key)
    try header(&composer)
    try snapshot(&composer)
    try action(&composer)
    try composer.mark(at: 41, to: 1, name: "start", text: "a\nb")
    try composer.rewind(at: 42, to: 0, hash: hash(1))
    try composer.beginAction(
      ActionHead(
        at: 50, type: "Movies.Set", swiftType: "App.Movies.Set", site: "View.swift:12", cause: 1,
        replayability: .inspectOnly, action: utf8("7")))
    try composer.finishAction(
      ActionOutcome(hash: nil, unhashed: "too deep", error: "no \"such\" item", changed: []))
    try composer.gap(at: 60, why: "paused", missing: 3, bytes: nil)
    try snapshot(&composer, setsState: true)
    try composer.seal(at: 61, records: 8)
    try header(&composer)
    try composer.snapshot(at: nil, sameAs: 4, hash: hash(1))
    try action(&composer)
    try composer.seal(at: nil, records: 12)
    return composer
  }

  /// All entries of a journal.
  static func entries(_ path: String, key: JournalKey? = nil) throws -> [JournalEvent] {
    let reader = try JournalReader(path: path, options: .init(key: key))
    var entries: [JournalEvent] = []
    while let entry = try reader.next() { entries.append(entry) }
    return entries
  }

  /// Where each line ends, its line end included.
  static func lineEnds(_ bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == 0x0a }.map { $0 + 1 }
  }
}

extension JournalTail {
  var name: String {
    switch self {
    case .closed: "closed"
    case .notClosed: "not closed"
    case .torn: "torn"
    }
  }

  var torn: TornLine? {
    if case .torn(let line) = self { line } else { nil }
  }
}
