import ReduxJournal
import ReduxNotation
import ReduxRecorder
import StateCoding
import StateTree
import TerminalText

/// An action as the console prints it; formatting happens on the console's thread.
extension ObservedAction {
  private static let columns = 120
  private static let seqWidth = 4
  /// The most changes that are printed of an action.
  private static let changeLimit = 50

  /// The bytes of JSON.
  var byteCount: Int { head.action.count + (outcome.patch?.count ?? 0) }

  /// The lines: those of `log -p` without the times.
  func lines(volatile: PointerPatterns) -> [StyledText] {
    let number = String(seq)
    let padding = String(repeating: " ", count: max(0, ObservedAction.seqWidth - number.count))
    let start = StyledText(trusted: padding + number + "  ")
    // What the recorder wrote is JSON, but may be deeper than a reader allows.
    guard let action = try? JSONDocument(head.action).root else { return [start + StyledText(head.type)] }
    let room = ObservedAction.columns - padding.count - number.count - 2
    let line = ActionLine(columns: ObservedAction.columns, room: room)
    let record = ActionRecord(seq: seq, action, head, outcome)
    return [start + line.text(of: record)] + changes(of: record, volatile: volatile)
  }

  private func changes(of record: ActionRecord, volatile: PointerPatterns) -> [StyledText] {
    guard let text = outcome.patch, let json = try? JSONDocument(text).root.value,
      let patch = try? JSONPatch(json: json)
    else { return [] }
    var list = ChangeList(patch)
    list.volatile = volatile
    var places = RedactedPlaces()
    places.add(statesOf: .action(record))
    list.mask(places, secrets: record.changedSecrets)
    let hidden = list.changes.count - ObservedAction.changeLimit
    let indent = String(repeating: " ", count: ObservedAction.seqWidth + 2)
    if hidden > 0 { list.changes.removeLast(hidden) }
    let lines = list.lines(indent: indent, columns: ObservedAction.columns)
    return hidden > 0 ? lines + ["\(indent)… \(hidden) more change\(hidden == 1 ? "" : "s")"] : lines
  }
}
