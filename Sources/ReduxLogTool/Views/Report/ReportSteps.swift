import ReduxJournal
import StateTree

/// The steps of a report's rows as JSON text, in blocks that a browser unpacks one at a time.
struct ReportSteps {
  /// The rows of a block with so many bytes of text are complete.
  private static let blockSize = 256 << 10

  /// The first and the last row of each block so far.
  private(set) var blocks: [ClosedRange<Int>] = []
  /// The rows that have a whole state.
  private(set) var bases: [Int] = []
  private var text = JSONText()
  private var first = 0
  private var row = -1
  /// The step of the last row, to which a snapshot may add the state.
  private var last: [UInt8]?

  /// Begins the step of the next row.
  ///
  /// - Parameters:
  ///   - line: The row's line; `nil` for the end of what can be read.
  ///   - step: What the event did to the state.
  mutating func add(_ line: LogLine?, _ step: ReportStates.Step) {
    flush()
    row += 1
    var text = JSONText()
    text.object { object in
      if let action = line?.action { object.add(action, isPatched: step.changes != nil) }
      if case .record(let entry)? = line?.event { object.member("hash", entry.record.hash?.description) }
      if let changes = step.changes {
        object.member("patch", zip(changes.patch.operations, changes.replaced)) { $0.add($1.0, replacing: $1.1) }
      }
      if let state = step.state {
        object.key("state")
        object.add(json: state)
      }
      object.member("sameAs", step.equal)
    }
    if step.state != nil { bases.append(row) }
    last = text.bytes
  }

  /// Adds the state after the last row to its step.
  mutating func add(state: [UInt8]) {
    guard var step = last else { return }
    step.removeLast()
    if step.count > 1 { step.append(UInt8(ascii: ",")) }
    step += Array(#""state":"#.utf8) + state + Array("}".utf8)
    last = step
    bases.append(row)
  }

  /// Takes the block of the rows so far, if it is large enough.
  mutating func takeBlock(isLast: Bool = false) -> [UInt8]? {
    if isLast { flush() }
    guard row >= first, isLast || text.bytes.count > ReportSteps.blockSize else { return nil }
    let end = last == nil ? row : row - 1
    guard end >= first else { return nil }
    blocks.append(first...end)
    first = end + 1
    defer { text = JSONText() }
    return Array(#"{"steps":["#.utf8) + text.bytes + Array("]}".utf8)
  }

  private mutating func flush() {
    guard let step = last else { return }
    text.add(json: step)
    last = nil
  }
}

extension JSONText {
  fileprivate mutating func add(_ action: ActionRecord, isPatched: Bool) {
    key("action")
    add(json: action.action.bytes)
    member("error", action.error)
    member("site", action.site)
    if action.replayability != .replayable { member("replay", action.replayability.rawValue) }
    member("unhashed", action.unhashed)
    guard !isPatched, !action.changed.isEmpty else { return }
    key("changed")
    object { object in
      for place in action.changed {
        object.key(place.pointer)
        if let short = place.short { object.add(short) } else { object.add(JSONValue.null) }
      }
    }
  }

  fileprivate mutating func add(_ operation: JSONPatch.Operation, replacing old: JSONValue?) {
    object { object in
      guard case .object(let members) = operation.json else { return }
      for (key, value) in members {
        object.key(key)
        object.add(value)
      }
      if let old {
        object.key("was")
        object.add(old)
      }
    }
  }
}
