public import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The editor of an item; always the topmost screen.
///
/// The state keeps the user's input as data of the route, so a draft survives leaving the editor.
@MainActor
public final class ItemEditorScreen: Routable, StateSubscriber {
  /// The id of the existing or new item.
  public let id: Item.ID
  /// The item's project.
  public let projectID: Project.ID
  /// The content of the editor; `nil` for a new item without a draft.
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

  /// Shows the current draft.
  public func newState(_ draft: ItemDraft?) {
    self.draft = draft
  }

  /// Stops following the state, because the screen is closing.
  func close() {
    store.unsubscribe(self)
  }

  /// Stores the user's input as a draft.
  public func type(_ draft: ItemDraft) {
    store.dispatch(.navigation(.setData(draft, for: route)))
  }

  /// Creates the item or updates its changed properties, and returns to the project.
  ///
  /// If the item is refused, for example because its project is gone, the draft and the editor stay.
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

  /// Discards the draft and returns to the project.
  public func discard() {
    store.dispatch(.navigation(.removeData(for: route)))
    back()
  }

  /// Returns to the project and keeps the draft.
  public func back() {
    store.dispatch(.navigation(.setRoute(route.parent)))
  }
}
