import ReduxPersistence
public import ReduxStore
import StateTable

extension Reducer where State == FeedState, Action == FeedAction {
  /// The root reducer.
  public static var feed: Self {
    .combine(
      Reducer<FeedState, FeedAction>(reduceApp),
      Reducer<Session?, SessionAction>(reduceSession).pullback(
        state: \.session, action: { if case .session(let action) = $0 { action } else { nil } }),
      Reducer<User, UserAction>(reduceUser).pullback(
        state: \.user, action: { if case .user(let action) = $0 { action } else { nil } }),
      Reducer<Feed, PostAction>(reducePosts).pullback(
        state: \.feed, action: { if case .feed(let action) = $0 { action } else { nil } }))
  }
}

/// Reduces actions that affect several parts of the state.
private func reduceApp(_ state: inout FeedState, _ action: FeedAction) {
  switch action {
  case .launch(let time):
    state.screen = .feed
    // Only the profile says whose posts were stored.
    if state.user == nil { state.feed = Feed() }
    guard let session = state.session else { break }
    if session.expires <= time {
      // The session has expired: the user must sign in again and finds nothing of it.
      state = FeedState(notices: ["You have been away for a while. Please sign in again."])
    } else if let user = state.user, user.id != session.userID {
      // The session is stored elsewhere and may be one step ahead of the rest.
      state = FeedState(session: session)
    }
  case .restored(let report):
    // Without a session the data has no known owner. An unreadable session may be readable at the next launch.
    let isSessionUnreadable = report.slices.contains { $0.name == "session" && $0.outcome == .unavailable }
    if state.session == nil, !isSessionUnreadable { state = FeedState(notices: state.notices) }
    for loss in report.losses {
      state.notices.append("Your saved \(loss.name) could not be read. It will be loaded again.")
    }
  case .session(.signedOut): state = FeedState()
  case .session(.signedIn(let session)):
    if state.user?.id != session.userID {
      // Posts without a profile go too; the notices can't be another user's then, and stay.
      state = FeedState(notices: state.user == nil ? state.notices : [])
    }
  case .user(.loaded(let user)): state.user = user
  case .show(let screen): state.screen = screen
  case .dismissNotices: state.notices = []
  case .user, .feed: break
  }
}

private func reduceSession(_ session: inout Session?, _ action: SessionAction) {
  switch action {
  case .signedIn(let new): session = new
  case .signedOut: session = nil
  }
}

private func reduceUser(_ user: inout User, _ action: UserAction) {
  switch action {
  case .loaded: break
  case .renamed(let name): user.name = name
  case .described(let about): user.about = about
  }
}

private func reducePosts(_ feed: inout Feed, _ action: PostAction) {
  switch action {
  case .refreshed(let posts):
    for post in posts.reversed() {
      if !feed.posts.add(post, at: 0) { feed.posts.upsert(post) }
    }
  case .pageLoaded(let posts, let olderThan):
    feed.posts.upsert(contentsOf: posts)
    feed.position.olderThan = olderThan
  case .liked(let id): feed.posts.like(id, true)
  case .unliked(let id): feed.posts.like(id, false)
  case .hidden(let id): feed.posts.remove(id)
  case .read(let id): feed.position.readDownTo = id
  }
}

extension EntityTable<Post> {
  /// Sets whether the user likes a post; a second like doesn't count.
  fileprivate mutating func like(_ id: Post.ID, _ isLiked: Bool) {
    update(id) { post in
      guard post.isLiked != isLiked else { return }
      post.isLiked = isLiked
      post.likes += isLiked ? 1 : -1
    }
  }
}
