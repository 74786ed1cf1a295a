import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import StateTree
import Synchronization
import TestSupport
import Testing

@testable import ReduxDiagnostics

/// A client whose songs change on other threads, under its own lock.
private final class Client: @unchecked Sendable {
  private let lock = NSLock()
  private var songs: [String] = []
  private var byName: [String: [String]] = [:]

  func load(_ number: Int) {
    lock.withLock {
      songs.append("song \(number)")
      byName["\(number % 7)", default: []].append("song \(number)")
      if songs.count > 40 { (songs, byName) = ([], [:]) }
    }
  }
}

private actor Cache {
  private var songs: [String] = []

  func load(_ number: Int) {
    songs.append("song \(number)")
    if songs.count > 40 { songs = [] }
  }
}

private final class Work: Operation, @unchecked Sendable {
  var numbers: [Int] = []
}

private final class Song {
  var title: String
  weak var player: MusicPlayer?
  unowned var owner: Owner

  init(_ title: String, of owner: Owner) {
    self.title = title
    self.owner = owner
  }
}

private final class Owner: Sendable {}

/// A model that one thread changes, and which refers to what others change.
private final class MusicPlayer {
  let client = Client()
  let cache = Cache()
  let pending = Work()
  let counts = Mutex([0])
  var playing = 0
  var songs: [Song] = []
}

/// The same without a guard of its own.
private final class Screen {
  let player: MusicPlayer
  let client: Client
  let cache: Cache
  let pending: Work
  var playing = 0
  var songs: [Song] = []

  init(_ player: MusicPlayer) {
    self.player = player
    (client, cache, pending) = (player.client, player.cache, player.pending)
  }
}

private enum ScreenAction: CustomStringConvertible {
  case play(Int), pause
  var description: String { "abspielen" }
}

struct SharedObjectsTests {
  /// Takes two seconds: four threads change what the state refers to. With `REDUXLOG_SOAK`, a minute.
  @Test func `recording a model never reads what other threads change`() async throws {
    try await onOwnThread {
      let file = try TemporaryFile()
      let recorder = try Recorder(path: file.path, app: counter, options: RecorderOptions(states: .patches))
      let screen = Screen(MusicPlayer())
      let (client, cache, pending) = (screen.client, screen.cache, screen.pending)
      let isOver = Atomic(false)
      await withTaskGroup { group in
        for thread in 0..<4 {
          let work = { @Sendable @concurrent () async in
            var number = thread
            while !isOver.load(ordering: .relaxed) {
              client.load(number)
              await cache.load(number)
              if thread == 0 { pending.numbers = Array(0..<number % 30) }
              number += 1
            }
          }
          group.addTask { await work() }
        }
        defer { isOver.store(true, ordering: .relaxed) }
        let end = ContinuousClock.now + .seconds(Soak.count(2, soak: 60))
        var number = 0
        while ContinuousClock.now < end {
          recorder.record(ScreenAction.play(number), reflecting: screen) {
            screen.playing = number
            // The owner is gone as soon as the song is made.
            screen.songs.append(Song("song \(number)", of: Owner()))
            if screen.songs.count > 10 { screen.songs.removeFirst() }
          }
          number += 1
        }
        recorder.record(ScreenAction.pause, reflecting: screen) { screen.playing = -1 }
      }
      recorder.close()
      #expect(recorder.firstFailure == nil)
      let last = try #require(try file.actions().last)
      expectEqual(last.type, "pause")
      expectEqual(last.changed.map(\.pointer), ["/playing"])
    }
  }

  @Test func `the audit names what it leaves out, and the way out`() {
    let screen = Screen(MusicPlayer())
    screen.songs = [Song("a", of: Owner())]
    let closed = StateAudit(of: screen).findings.compactMap { finding -> String? in
      if case .closed = finding { "\(finding)" } else { nil }
    }
    let remedy = "Record a Sendable snapshot of it, or a part of the state with projecting:"
    expectEqual(
      closed,
      [
        "/player, MusicPlayer, is left out, because it holds a noncopyable value, such as a Mutex or an Atomic: other threads may "
          + "change it. \(remedy). If only the recording thread changes it, declare it ReadByReflection",
        "/client, Client, is left out, because it holds a NSLock: other threads may change it. \(remedy). If only the "
          + "recording thread changes it, declare it ReadByReflection",
        "/cache, Cache, is left out, because it is an actor. \(remedy)",
        "/pending, Work, is left out, because its class belongs to the toolchain. \(remedy)",
        "/songs/*/player, MusicPlayer, is left out, because the reference isn't strong, so the object may be gone. \(remedy)",
        "/songs/*/owner, Owner, is left out, because the reference isn't strong, so the object may be gone. \(remedy)",
      ])
  }

  @propertyWrapper private struct Lookup<Value> {
    let keyPath: KeyPath<Owner, Value>
    var wrappedValue: Value { Owner()[keyPath: keyPath] }
  }

  private struct LookingUp {
    var count = 1
    @Lookup(keyPath: \.self) var owner: Owner
  }

  @Test func `the audit says nothing of wrappers that look their value up elsewhere`() {
    expectEqual(
      StateAudit(of: LookingUp()).findings.filter { finding in
        if case .closed = finding { true } else { false }
      }, [])
  }

  private final class Link {
    var number: Int
    var next: Link?

    init(_ number: Int) { self.number = number }
  }

  private final class History {
    var links: [Link] = []
    var count = 0
  }

  @Test func `a long chain and many objects cost no session its hashes`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    let history = History()
    history.links = [Link(0)] + (0..<110_000).map { Link($0) }
    var last = history.links[0]
    for number in 1..<600 {
      let link = Link(number)
      last.next = link
      last = link
    }
    for number in 1...2 {
      recorder.record(ScreenAction.play(number), reflecting: history) { history.count = number }
    }
    recorder.close()
    #expect(recorder.firstFailure == nil)
    try expectEqual(file.actions().map { $0.changed.map(\.pointer) }, Array(repeating: ["/count"], count: 2))
    for case .snapshot(let snapshot) in try file.records() {
      let state = try #require(snapshot.state)
      try expectEqual(JSONValue(parsing: Array(state.value.compact.utf8)).stateHash, snapshot.hash)
    }
  }

  @Test func `the budget of hashing holds for reflected states`() throws {
    let file = try TemporaryFile()
    var options = unhurried
    options.hashing = .within(.zero)
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let history = History()
    for number in 1...4 {
      recorder.record(ScreenAction.play(number), reflecting: history) { history.count = number }
    }
    recorder.close()
    try expectEqual(file.actions().map { $0.hash != nil }, [true, false, false, false])
  }

  private struct Trap: Codable, Equatable {
    var name = "a"
    static func == (_: Trap, _: Trap) -> Bool { fatalError("the app never compares these") }
  }

  @Test func `the audit never calls the state's own ==`() {
    struct State: Codable { var traps = [Trap(), Trap()], one = Trap() }
    expectEqual(StateAudit(of: State()).findings, [])
  }
}
