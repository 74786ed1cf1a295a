import Expectations
import Feed
import ReduxPersistence
import StateTable
import Testing

struct ReducerTests {
  static let session = Session(userID: 7, token: "t", expires: 1000)
  static let user = User(id: 7, name: "ada", about: "")
  static let posts: [Post] = [3, 2, 1].map { Post(id: $0, author: "mika", text: "\($0)", date: 0, likes: 5) }
  static let full = FeedState(
    session: session, user: user, feed: Feed(posts: EntityTable(posts), position: .init(olderThan: 1)),
    notices: ["Hello."], screen: .profile)

  @Test(arguments: [
    (FeedAction.user(.renamed("Ada L.")), User(id: 7, name: "Ada L.", about: "")),
    (.user(.described("Beans.")), User(id: 7, name: "ada", about: "Beans.")),
    (.user(.loaded(User(id: 8, name: "eve", about: ""))), User(id: 8, name: "eve", about: "")),
  ])
  func `an action changes its part of the profile`(action: FeedAction, expected: User) {
    var changed = Self.full
    changed.user = expected
    expectEqual(state(after: action, from: Self.full), changed)
  }

  @Test(arguments: [
    (PostAction.liked(2), [(3, 5, false), (2, 6, true), (1, 5, false)]),
    (.hidden(2), [(3, 5, false), (1, 5, false)]),
    (.liked(9), [(3, 5, false), (2, 5, false), (1, 5, false)]),
    (.unliked(3), [(3, 5, false), (2, 5, false), (1, 5, false)]),
  ])
  func `a post is liked once and hidden permanently`(action: PostAction, expected: [(Int, Int, Bool)]) {
    let feed = state(after: .feed(action), .feed(action), from: Self.full).feed
    expectEqual(feed.posts.map(\.id), expected.map(\.0))
    expectEqual(feed.posts.map(\.likes), expected.map(\.1))
    expectEqual(feed.posts.map(\.isLiked), expected.map(\.2))
  }

  @Test func `newer posts come first, and known ones are replaced in place`() {
    let newer = [
      Post(id: 5, author: "ines", text: "5", date: 9), Post(id: 4, author: "ines", text: "4", date: 8),
      Post(id: 2, author: "mika", text: "2, edited", date: 0),
    ]
    let feed = state(after: .feed(.refreshed(newer)), from: Self.full).feed
    expectEqual(feed.posts.map(\.text), ["5", "4", "3", "2, edited", "1"])
    expectEqual(feed.position, .init(olderThan: 1))
  }

  @Test func `the last page ends the feed`() {
    let older = [Post(id: 0, author: "mika", text: "0", date: 0)]
    let feed = state(after: .feed(.pageLoaded(older, olderThan: nil)), .feed(.read(downTo: 2)), from: Self.full).feed
    expectEqual(feed.posts.map(\.id), [3, 2, 1, 0])
    expectEqual(feed.position, .init(readDownTo: 2))
  }

  @Test func `signing out leaves nothing behind`() {
    expectEqual(state(after: .session(.signedOut), from: Self.full), FeedState())
  }

  @Test func `a launch begins with the feed`() {
    var launched = Self.full
    launched.screen = .feed
    expectEqual(state(after: .launch(at: 999), from: Self.full), launched)
  }

  @Test func `a launch with an expired session starts afresh`() {
    expectEqual(
      state(after: .launch(at: 1000), from: Self.full),
      FeedState(notices: ["You have been away for a while. Please sign in again."]))
  }

  @Test(arguments: [
    (RestoreReport.Outcome.absent, true), (.setAside, true), (.restored, true), (.unavailable, false),
  ])
  func `a launch without a session drops the data, unless the session is only unreadable`(
    outcome: RestoreReport.Outcome, isEmptied: Bool
  ) {
    var orphaned = Self.full
    (orphaned.session, orphaned.notices, orphaned.screen) = (nil, [], .feed)
    let report = RestoreReport(slices: [.init(name: "session", outcome: outcome)])
    let restored = state(after: .launch(at: 0), .restored(report), from: orphaned)
    expectEqual(restored.feed, (isEmptied ? Feed() : Self.full.feed))
    expectEqual(restored.user, (isEmptied ? nil : Self.user))
    expectEqual(restored.shown, FeedState(notices: restored.notices))
    let signedIn = state(after: .session(.signedIn(Self.session)), from: restored)
    #expect(signedIn.shown.feed == restored.feed && signedIn.shown.user == restored.user)
  }

  @Test(arguments: [nil, session, Session(userID: 8, token: "t", expires: 1000)])
  func `a launch drops posts without a profile`(session: Session?) {
    let orphaned = FeedState(session: session, feed: Self.full.feed)
    let report = RestoreReport(slices: [.init(name: "session", outcome: session == nil ? .unavailable : .restored)])
    let notices = report.losses.map { "Your saved \($0.name) could not be read. It will be loaded again." }
    expectEqual(
      state(after: .launch(at: 0), .restored(report), from: orphaned), FeedState(session: session, notices: notices))
  }

  @Test(arguments: [7, 8]) func `signing in drops posts without a profile`(userID: Int) {
    let session = Session(userID: userID, token: "t", expires: 1000)
    let orphaned = FeedState(feed: Self.full.feed, notices: ["Hello."], screen: .post(2))
    expectEqual(
      state(after: .session(.signedIn(session)), from: orphaned), FeedState(session: session, notices: ["Hello."]))
  }

  @Test func `a session one step ahead of the rest finds nothing of the previous user`() {
    var mixed = Self.full
    mixed.session?.userID = 8
    expectEqual(state(after: .launch(at: 0), from: mixed), FeedState(session: mixed.session))
  }

  @Test func `another user finds nothing of the previous one`() {
    let other = Session(userID: 8, token: "t", expires: 1000)
    expectEqual(state(after: .session(.signedIn(other)), from: Self.full), FeedState(session: other))
    expectEqual(state(after: .session(.signedIn(Self.session)), from: Self.full), Self.full)
  }

  @Test func `losses at restoring show until dismissed`() {
    let report = RestoreReport(slices: [
      .init(name: "session", outcome: .restored), .init(name: "posts", outcome: .setAside),
    ])
    let told = state(after: .restored(report))
    expectEqual(told.notices, ["Your saved posts could not be read. It will be loaded again."])
    expectEqual(state(after: .dismissNotices, from: told), FeedState())
  }
}
