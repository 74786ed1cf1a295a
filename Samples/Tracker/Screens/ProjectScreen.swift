public import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A project with its items.
@MainActor
public final class ProjectScreen: Routable, StateSubscriber {
  /// The content of the screen.
  public struct Content: Hashable, Sendable {
    /// The project.
    public var project: Project
    /// The project's items, in chronological order.
    public var items: [Item]
  }

  /// The project's id.
  public let id: Project.ID
  /// The content; `nil` when the project is gone.
  public private(set) var content: Content?
  /// The screen of the open editor, if any.
  public private(set) var editor: ItemEditorScreen?
  private let store: TrackerStore

  init(id: Project.ID, store: TrackerStore) {
    self.id = id
    self.store = store
    store.subscribe(self) { whole in
      whole.select { state in state.projects[id].map { Content(project: $0, items: state.items(of: id)) } }
    }
  }

  /// Shows the current project.
  public func newState(_ content: Content?) {
    self.content = content
  }

  /// Stops following the state, because the screen is closing.
  func close() {
    store.unsubscribe(self)
  }

  /// Opens an item's editor.
  public func edit(_ item: Item.ID) {
    store.dispatch(.navigation(.setRoute(.item(item, of: id))))
  }

  /// Opens the editor of a new item with an initial draft.
  public func add(_ item: Item.ID, at time: Date) {
    let draft = ItemDraft(amount: 0, timestamp: time, notes: "")
    store.dispatch(.navigation(.setData(draft, for: .item(item, of: id))))
    edit(item)
  }

  /// Returns to the list.
  public func back() {
    store.dispatch(.navigation(.setRoute(.projects)))
  }

  /// Shows an item's editor.
  public func push(_ segment: String) async throws -> any Routable {
    show(segment)
  }

  /// Removes the editor.
  public func pop(_ segment: String) async throws {
    editor?.close()
    editor = nil
  }

  /// Shows another item's editor.
  public func change(_ segment: String, to next: String) async throws -> any Routable {
    show(next)
  }

  private func show(_ item: Item.ID) -> ItemEditorScreen {
    let editor = ItemEditorScreen(id: item, projectID: id, store: store)
    self.editor?.close()
    self.editor = editor
    return editor
  }
}
