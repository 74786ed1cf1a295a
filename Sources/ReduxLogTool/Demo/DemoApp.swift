import ReduxStore

/// The app of `live --demo`: a list of things to do.
enum DemoApp {
  struct State: Codable, Equatable, Sendable {
    var items: [Item] = []

    /// The id of the next item: the smallest one that is free.
    var nextID: Int { (1...).first { id in !items.contains { $0.id == id } } ?? 1 }
  }

  struct Item: Codable, Equatable, Sendable {
    let id: Int
    var text: String
    var isDone = false
  }

  enum Action: Codable, Equatable, Sendable {
    case add(String, id: Int)
    case done(id: Int)
    case remove(id: Int)

    /// Reads what the user types: `add TEXT`, `done N` or `remove N`.
    init?(_ line: String, on state: State) {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      guard words.count == 2 else { return nil }
      switch (words[0], Int(words[1])) {
      case ("add", _): self = .add(words[1], id: state.nextID)
      case ("done", let id?): self = .done(id: id)
      case ("remove", let id?): self = .remove(id: id)
      default: return nil
      }
    }
  }

  /// The actions that it begins with, so that there is a past to look at.
  static let start: [Action] = [
    .add("Buy milk", id: 1), .add("Water the plants", id: 2), .done(id: 1), .add("Call Ada", id: 3),
    .add("Learn to juggle", id: 4), .done(id: 3), .remove(id: 4),
  ]

  static let reducer = Reducer<State, Action> { state, action in
    switch action {
    case .add(let text, let id):
      state.items.removeAll { $0.id == id }
      state.items.append(Item(id: id, text: text))
    case .done(let id):
      guard let index = state.items.firstIndex(where: { $0.id == id }) else { return }
      state.items[index].isDone.toggle()
    case .remove(let id): state.items.removeAll { $0.id == id }
    }
  }
}
