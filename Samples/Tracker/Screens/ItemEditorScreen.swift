public import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The editor of an item, which has nothing on top of it.
///
/// What is typed is kept in the state as data of the route, so that a draft is still there for who comes back to it.
@MainActor
public final class ItemEditorScreen: Routable, StateSubscriber {
  /// Which item it is, or will be.
  public let id: Item.ID
  /// The project that the item counts for.
  public let projectID: Project.ID
  /// What stands in the editor; `nil` for a new item that nobody has begun.
  public private(set) var draft: ItemDraft?
  private let store: TrackerStore

  init(id: Item.ID, projectID: Project.ID, store: TrackerStore) {
    self.id = id
    self.projectID = projectID
    self.store = store
    store.subscribe(self) { whole in whole.select { $0.draft(of: id, in: projectID) } }
  }

  private var route: Route {
    .item(id, of: projectID)
  }

  /// Shows the draft as it is now.
  public func newState(_ draft: ItemDraft?) {
    self.draft = draft
  }

  /// Stays as it is from now on, whatever happens: the screen is on its way out.
  func close() {
    store.unsubscribe(self)
  }

  /// Keeps what was typed.
  public func type(_ draft: ItemDraft) {
    store.dispatch(.navigation(.setData(draft, for: route)))
  }

  /// Creates the item, or changes of it what is no longer the same, and goes back to the project. If the item is refused, because
  /// its project is gone for one, then the draft stays and so does the editor.
  public func save(at time: Date) {
    guard let draft = store.withState({ $0.draft(of: id, in: projectID) }) else { return }
    if let item = store.withState({ $0.items[id] }) {
      store.dispatch(
        .item(
          .update(
            id: id, amount: draft.amount == item.amount ? nil : draft.amount,
            timestamp: draft.timestamp == item.timestamp ? nil : draft.timestamp,
            notes: draft.notes == item.notes ? nil : draft.notes, at: time)))
    } else {
      store.dispatch(
        .item(
          .create(
            id: id, projectID: projectID, amount: draft.amount, timestamp: draft.timestamp, notes: draft.notes,
            at: time)))
    }
    guard store.withState({ $0.items[id].map(ItemDraft.init) }) == draft else { return }
    discard()
  }

  /// Forgets what was typed, and goes back to the project.
  public func discard() {
    store.dispatch(.navigation(.removeData(for: route)))
    back()
  }

  /// Goes back to the project. What was typed is kept.
  public func back() {
    store.dispatch(.navigation(.setRoute(route.parent)))
  }
}
