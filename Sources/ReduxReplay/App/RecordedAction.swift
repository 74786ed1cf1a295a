import ReduxJournal
import StateTree
import Synchronization

/// The name of an action in a journal, divided into its type and its cases.
struct RecordedAction: Hashable {
  /// The name of its type, where several types of actions share a protocol.
  var type: String?
  /// The module of that type, if it is known.
  var module: String?
  /// The names of the enum's case, of the case of the enum in its payload, and so on.
  var cases: [String]

  init(type: String?, module: String? = nil, cases: [String]) {
    self.type = type
    self.module = module
    self.cases = cases
  }

  /// Divides an action's label.
  init(label: String, type: String?, module: String? = nil) {
    let cases: Substring
    if let type {
      cases = label.hasPrefix(type + ".") ? label.dropFirst(type.count + 1) : ""
    } else {
      cases = label[...]
    }
    self.init(type: type, module: module, cases: DottedName.parts(cases))
  }

  /// The label that `log` prints.
  var label: String { ([type].compactMap(\.self) + cases).joined(separator: ".") }

  /// The cases of an action without a label, as far as its JSON shows them. O(n) in their number.
  ///
  /// An enum's value is encoded as `{case: {label: payload}}`. A payload without a label has the key `_0`. An enum with raw
  /// values is a string.
  static func cases(in action: JSONValue) -> [String] {
    if case .string(let name) = action { return [name] }
    guard let object = action.object, object.count == 1, let name = object.keys.first else { return [] }
    guard let labels = object[name]?.object, labels.count == 1, let payload = labels.values.first else { return [name] }
    return [name] + cases(in: payload)
  }
}

/// Names with dots between their parts: `Actions.Set<Swift.Int>.to`.
enum DottedName {
  /// The parts. Dots in generic arguments don't count.
  static func parts(_ name: some StringProtocol) -> [String] {
    var parts = [""]
    var depth = 0
    for character in name {
      if "<(".contains(character) { depth += 1 }
      if ">)".contains(character) { depth -= 1 }
      if character == ".", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.filter { !$0.isEmpty }
  }
}

/// The distinct actions of a journal, read when first needed.
final class RecordedActions: Sendable {
  private let file: JournalFile
  private let known = Mutex<[(schema: Int, action: RecordedAction)]?>(nil)

  /// The maximum number of distinct actions, because generic types are unlimited.
  private static let limit = 10_000

  init(of file: JournalFile) { self.file = file }

  /// The replayable actions with the schemas of their sessions, in the order of their first records, up to the first damaged
  /// line. O(n) in the size of the journal.
  func all() -> [(schema: Int, action: RecordedAction)] {
    if let known = known.withLock({ $0 }) { return known }
    let read = read()
    known.withLock { $0 = read }
    return read
  }

  /// The actions of the sessions with a schema.
  func actions(ofSchema schema: Int) -> [RecordedAction] { all().filter { $0.schema == schema }.map(\.action) }

  private func read() -> [(schema: Int, action: RecordedAction)] {
    struct Key: Hashable {
      var schema: Int
      var label: String
      var type: String?
    }
    guard let reader = try? file.entries(fromOffset: 0) else { return [] }
    var seen = Set<Key>()
    var found: [(schema: Int, action: RecordedAction)] = []
    var schema = 0
    while found.count < RecordedActions.limit, let entry = try? reader.next() {
      switch entry.record {
      case .header(let header): schema = header.app.schema ?? 0
      case .action(let action) where action.replayability == .replayable:
        guard seen.insert(Key(schema: schema, label: action.type, type: action.swiftType)).inserted else { continue }
        found.append(
          (schema, RecordedAction(label: action.type, type: action.swiftType, module: action.module)))
      default: break
      }
    }
    return found
  }
}
