public import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A project with its items.
@MainActor
public final class ProjectScreen: Routable, StateSubscriber {
  /// What the screen shows.
  public struct Content: Hashable, Sendable {
    /// The project.
    public var project: Project
    /// Its items, in the order they happened.
    public var items: [Item]
  }

  /// Which project it is.
  public let id: Project.ID
  /// What is shown; `nil` when the project is gone.
  public private(set) var content: Content?
  /// The editor on top of it, while one is shown.
  public private(set) var editor: ItemEditorScreen?
  private let store: TrackerStore

  init(id: Project.ID, store: TrackerStore) {
    self.id = id
    self.store = store
    store.subscribe(self) { whole in
      whole.select { state in state.projects[id].map { Content(project: $0, items: state.items(of: id)) } }
    }
  }

  /// Shows the project as it is now.
  public func newState(_ content: Content?) {
    self.content = content
  }

  /// Stays as it is from now on, whatever happens: the screen is on its way out.
  func close() {
    store.unsubscribe(self)
  }

  /// Opens the editor of an item.
  public func edit(_ item: Item.ID) {
    store.dispatch(.navigation(.setRoute(.item(item, of: id))))
  }

  /// Opens the editor of a new item, with a draft to begin with.
  public func add(_ item: Item.ID, at time: Date) {
    let draft = ItemDraft(amount: 0, timestamp: time, notes: "")
    store.dispatch(.navigation(.setData(draft, for: .item(item, of: id))))
    edit(item)
  }

  /// Goes back to the list.
  public func back() {
    store.dispatch(.navigation(.setRoute(.projects)))
  }

  /// Shows the editor of an item.
  public func push(_ segment: String) async throws -> any Routable {
    show(segment)
  }

  /// Takes the editor away.
  public func pop(_ segment: String) async throws {
    editor?.close()
    editor = nil
  }

  /// Shows the editor of another item.
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
