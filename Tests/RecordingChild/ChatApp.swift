package import Foundation
package import ReduxReplay

/// A chat whose reducer takes times and ids from its inputs, and whose server sends what the app didn't ask for. It has no bug.
package enum ChatApp: ReplayableApp {
  package struct Message: Codable, Equatable {
    package enum Delivery: String, Codable { case sending, sent, failed, received }

    package var text: String
    package var author: String?
    package var written: Date
    package var delivery: Delivery
  }

  package struct State: Codable, Equatable {
    package var messages: [UUID: Message] = [:]
    package var order: [UUID] = []
    package var unread: [UUID] = []
    package var draft = ""
    /// Who is typing, and the time at which that is no longer shown.
    package var typing: [String: Date] = [:]
    package var updated: Date?
  }

  package enum Action: Codable, Equatable {
    case edit(draft: String)
    case send
    case retry(id: UUID)
    case delete(id: UUID)
    case read
    case tick
    /// The server's answers to `send` and `retry`.
    case sent(id: UUID), failed(id: UUID)
    /// What the server sends by itself.
    case received(id: UUID, from: String, text: String), typed(by: String), withdrawn(id: UUID)
  }

  package static let name = "chat"
  package static let usesInputs = true
  package static var initialState: State { State() }
  package static var checks: [Check<State>] {
    [
      Check("each message is listed once") { state in
        state.order.count == state.messages.count && Set(state.order) == Set(state.messages.keys)
      },
      Check("unread messages were received") { state in
        state.unread.allSatisfy { state.messages[$0]?.delivery == .received }
      },
      Check("nothing is written after the last update") { state in
        state.messages.values.allSatisfy { $0.written <= state.updated ?? .distantPast }
      },
    ]
  }

  private static let typingSeconds = 5.0

  package static func reduce(_ state: inout State, _ action: Action) {
    let now = ReplayInputs.now
    state.updated = now
    switch action {
    case .edit(let draft): state.draft = draft
    case .send:
      guard !state.draft.isEmpty else { return }
      state.add(Message(text: state.draft, written: now, delivery: .sending), as: ReplayInputs.uuid())
      state.draft = ""
    case .retry(let id): state.move(id, from: .failed, to: .sending)
    case .sent(let id): state.move(id, from: .sending, to: .sent)
    case .failed(let id): state.move(id, from: .sending, to: .failed)
    case .received(let id, let author, let text):
      // A server that isn't sure sends it again.
      guard state.messages[id] == nil else { return }
      state.add(Message(text: text, author: author, written: now, delivery: .received), as: id)
      state.unread.append(id)
      state.typing[author] = nil
    case .typed(let author): state.typing[author] = now + typingSeconds
    case .tick: state.typing = state.typing.filter { $0.value > now }
    case .delete(let id), .withdrawn(let id):
      guard state.messages.removeValue(forKey: id) != nil else { return }
      state.order.removeAll { $0 == id }
      state.unread.removeAll { $0 == id }
    case .read: state.unread = []
    }
  }
}

extension ChatApp.State {
  fileprivate mutating func add(_ message: ChatApp.Message, as id: UUID) {
    messages[id] = message
    order.append(id)
  }

  fileprivate mutating func move(_ id: UUID, from old: ChatApp.Message.Delivery, to new: ChatApp.Message.Delivery) {
    if messages[id]?.delivery == old { messages[id]?.delivery = new }
  }
}
