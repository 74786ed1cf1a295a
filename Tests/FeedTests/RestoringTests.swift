import Expectations
import Feed
import Foundation
import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateTable
import TestSupport
import Testing

/// Cached, restored, and rewound states.
struct RestoringTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func host(_ places: Places = .files) throws -> FeedHost {
    FeedHost(keeping: try places.open(in: folder.path))
  }

  private func cached(_ name: String) throws -> String {
    let names = try TemporaryFolder.names(in: folder.path(of: "cache"))
    let file = try #require(names.first { $0.hasPrefix("\(name).") && $0.hasSuffix(".state.json") })
    return folder.path(of: "cache/\(file)")
  }

  @Test(arguments: Places.allCases)
  func `the next launch restores everything but the screen`(places: Places) throws {
    var expected = try Run(actions: Sample.actions("Sessions/monday")).go(in: folder, places)
    expectEqual(expected.screen, .post(121))
    expectEqual(expected.feed.posts.count, 20)
    expected.screen = .feed
    let host = try host(places)
    host.store.dispatch(.launch(at: 0))
    expectEqual(host.store.state, expected)
  }

  @Test(arguments: Places.allCases)
  func `only the session's own file holds the token`(places: Places) throws {
    try Run(actions: Sample.actions("Sessions/monday")).go(in: folder, places)
    for (path, _) in try files() {
      let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      expectEqual(text.contains("garden-gate-4711"), path.hasSuffix("/secrets/session"), "\(path)")
    }
  }

  @Test(arguments: Places.allCases)
  func `a session begins with the restored state and is proven`(places: Places) throws {
    for name in ["Sessions/monday", "Sessions/tuesday"] {
      try Run(actions: Sample.actions(name)).go(in: folder, places)
    }
    let replayer = try Replayer<FeedApp>(path: folder.path(of: "session.jsonl"))
    let report = try replayer.verify()
    #expect(report.divergence == nil && report.sessions == 2)
    try expectEqual(replayer.state(at: 44).feed.posts.count, 20)
  }

  @Test(arguments: Places.allCases)
  func `signing out leaves nothing behind`(places: Places) throws {
    try Run(actions: Sample.actions("Sessions/monday") + [.session(.signedOut)]).go(in: folder, places)
    for (path, size) in try files() where !path.hasSuffix("session.jsonl") {
      let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
      #expect(!text.contains("garden") && !text.contains("Beans"), "\(path)")
      #expect(size < 1000 || path.hasSuffix(".sqlite"), "\(path)")
    }
  }

  @Test func `an expired session drops the rest`() throws {
    try Run(actions: Sample.actions("Sessions/monday")).go(in: folder)
    let host = try host()
    host.store.dispatch(.launch(at: Date(timeIntervalSinceReferenceDate: 1e10)))
    try host.quit()
    expectEqual(host.store.state.notices.count, 1)
    try expectEqual(TemporaryFolder.names(in: folder.path(of: "secrets")), [".lock"])
    try expectEqual(String(contentsOfFile: cached("posts"), encoding: .utf8), #"{"ids":[],"entities":{}}"#)
  }

  @Test(arguments: Places.allCases)
  func `posts of a user without a loaded profile don't reach the next user`(places: Places) throws {
    let ada = ReducerTests.session
    let before = try Run(
      actions: [.launch(at: 0), .session(.signedIn(ada)), .feed(.pageLoaded(ReducerTests.posts, olderThan: 1))]
    ).go(in: folder, places)
    #expect(before.user == nil && before.feed.posts.count == 3)
    // Another user signs in, and the process dies after storing the session but not the rest.
    let bob = Session(userID: 8, token: "b", expires: 1000)
    do {
      let secrets = try SecretFolder(path: folder.path(of: "secrets"))
      try SecretSlice<Session?>("session", in: secrets).store(bob)
    }
    let host = try host(places)
    host.store.dispatch(.launch(at: 0))
    expectEqual(host.store.state, FeedState(session: bob))
  }

  @Test(arguments: ["posts", "profile", "position"])
  func `a corrupt part is set aside and reported, and the rest is restored`(name: String) throws {
    let before = try Run(actions: Sample.actions("Sessions/monday")).go(in: folder)
    let path = try cached(name)
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.dropLast(3).write(to: URL(filePath: path))
    let host = try host()
    host.store.dispatch(.launch(at: 0))
    var expected = before
    expected.screen = .feed
    expected.notices = ["Your saved \(name) could not be read. It will be loaded again."]
    switch name {
    case "posts": expected.feed.posts = []
    case "profile": (expected.user, expected.feed) = (nil, Feed())  // The profile said whose the posts are.
    default: expected.feed.position = .init()
    }
    expectEqual(host.store.state, expected)
    try expectEqual(Data(contentsOf: URL(filePath: path + ".aside-1")), bytes.dropLast(3))
  }

  @Test func `a profile of version 1_0 migrates`() throws {
    struct OldUser: Codable, Sendable {
      var id: Int
      var name: String
      var bio: String
    }
    do {
      let cache = try FileFolder(path: folder.path(of: "cache"))
      try FileSlice<OldUser?>("profile", in: cache).store(OldUser(id: 7, name: "ada", bio: "Beans."))
      let secrets = try SecretFolder(path: folder.path(of: "secrets"))
      try SecretSlice<Session?>("session", in: secrets).store(ReducerTests.session)
    }
    for _ in 1...2 {
      let host = try host()
      host.store.dispatch(.launch(at: 0))
      expectEqual(host.store.state.user, User(id: 7, name: "ada", about: "Beans."))
      try host.quit()
    }
  }

  @Test(arguments: Places.allCases)
  func `a peeked state isn't stored, and a resumed one is`(places: Places) throws {
    let path = folder.path(of: "session.jsonl")
    var expected = FeedState()
    do {
      let recorder = try Recorder(path: path, app: AppIdentity(name: FeedApp.name))
      let host = FeedHost(keeping: try places.open(in: folder.path), recorder: recorder)
      for action in try Sample.actions("Sessions/monday") { host.store.dispatch(action) }
      try host.save()
      let seq = try #require(
        host.timeline.steps.last { $0.action == .user(.described("Plot 12. Beans, mostly.")) }?.seq)
      try host.timeline.peek(at: seq)
      try host.save()
      expected = host.store.presentedState
      expectEqual(host.store.state.user?.name, "Ada L.")
      host.timeline.resume()
      try host.quit()
    }
    // The journal notes that no action led there, and is proven.
    let report = try Replayer<FeedApp>(path: path).verify()
    expectEqual(report.divergence, nil)
    let host = try host(places)
    host.store.dispatch(.launch(at: 0))
    expected.screen = .feed
    #expect(expected.user?.name == "ada" && expected.session?.token == "garden-gate-4711-a")
    expectEqual(host.store.state, expected)
  }

  /// All files below the folder, with their sizes.
  private func files() throws -> [(path: String, size: Int)] {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return try names.sorted().compactMap { name in
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(of: name))
      guard attributes[.type] as? FileAttributeType == .typeRegular else { return nil }
      return (folder.path(of: name), (attributes[.size] as? NSNumber)?.intValue ?? 0)
    }
  }
}
