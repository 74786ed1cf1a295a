package import LiveProtocol
package import ReduxJournal
import StateTree

/// A connected app.
package final class LiveApp {
  /// The app's process.
  package let process: Int
  /// The journal that it writes.
  package let journal: JournalID
  /// The path of that journal, as the app says.
  package let path: String
  /// What it can do beyond showing states.
  package let capabilities: [String]
  /// The copy of its journal.
  package let mirror: JournalMirror

  private let sendFrame: (LiveFrame) throws -> Void
  private var number = 0
  /// The commands without an answer.
  var waiting: [Int: (LiveAnswer) -> Void] = [:]

  init(_ hello: LiveHello, _ mirror: JournalMirror, send: @escaping (LiveFrame) throws -> Void) {
    process = hello.process
    journal = mirror.journal
    path = hello.path
    capabilities = hello.capabilities
    self.mirror = mirror
    sendFrame = send
  }

  /// Sends a command; calls `done` with the app's answer, or with a failure if the app goes.
  package func send(_ command: LiveCommand, done: @escaping (LiveAnswer) -> Void) {
    number += 1
    var command = command
    command.number = number
    waiting[number] = done
    do { try sendFrame(LiveFrame(.command, message: command)) } catch {
      waiting.removeValue(forKey: number)?(LiveAnswer(number: number, failure: "\(error)", status: nil))
    }
  }

  /// The app as JSON.
  var json: JSONValue {
    ["process": .number(JSONNumber(process)), "capabilities": .array(capabilities.map { .string($0) })]
  }
}

extension LiveAnswer {
  /// The answer as JSON, as the HTTP interface gives it.
  var json: JSONValue {
    var object = JSONObject()
    if let failure { object["failure"] = .string(failure) }
    if let status {
      object["shown"] = status.shown.map { .number(JSONNumber($0)) } ?? .null
      object["atHead"] = .bool(status.isAtHead)
      object["showable"] = .array(status.showable.map { .array($0.map { .number(JSONNumber($0)) }) })
      object["leftOut"] = .array(status.leftOut.map { .number(JSONNumber($0)) })
      object["locked"] = .number(JSONNumber(status.locked))
      if let hash = status.hash { object["hash"] = .string(hash) }
      if let difference = status.difference {
        object["difference"] = .array(difference.operations)
        if difference.more > 0 { object["moreDifferences"] = .number(JSONNumber(difference.more)) }
      }
    }
    return .object(object)
  }
}
