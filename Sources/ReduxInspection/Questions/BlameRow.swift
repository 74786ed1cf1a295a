package import ReduxJournal
package import ReduxNotation
package import StateTree

/// A step that set a value, with what it changed, as a view shows it.
package struct BlameRow {
  package let setting: BlameInquiry.Answer.Setting
  package let step: HistoryStep
  package let old: JSONValue?
  package let new: JSONValue?
  /// The change of the value.
  package let change: ChangeList.Change

  /// Returns the steps of an answer.
  package static func rows(of answer: BlameInquiry.Answer, isHistory: Bool, in file: JournalFile) throws -> [BlameRow] {
    // Many values were set by one step.
    var steps: [Int: HistoryStep] = [:]
    var places: [Int: RedactedPlaces] = [:]
    var rows: [BlameRow] = []
    for setting in answer.settings {
      if steps[setting.seq] == nil, let entry = try file.entry(settingSeq: setting.seq) {
        steps[setting.seq] = try HistoryStep(to: entry, in: file)
      }
      guard let step = steps[setting.seq] else { continue }
      if places[setting.seq] == nil { places[setting.seq] = file.redactedPlaces(aroundStepTo: setting.seq) }
      rows.append(try BlameRow(setting, step, places[setting.seq] ?? RedactedPlaces(), isHistory: isHistory))
    }
    return rows
  }

  private init(_ setting: BlameInquiry.Answer.Setting, _ step: HistoryStep, _ places: RedactedPlaces, isHistory: Bool)
    throws
  {
    self.setting = setting
    self.step = step
    old = try setting.old.map { try JSONValue(parsing: Array($0.utf8)) }
    new = try setting.new.map { try JSONValue(parsing: Array($0.utf8)) }
    let place = try (setting.name ?? setting.place).map { try JSONPointer($0) }
    let oldPlace = try (setting.oldName ?? setting.oldPlace).map { try JSONPointer($0) }
    let shown: ChangeList.Change
    if let place {
      shown =
        !isHistory ? .value(place, new) : oldPlace == nil ? .added(place, new) : .changed(place, from: old, to: new)
    } else {
      shown = .removed(oldPlace ?? .root, old)
    }
    var list = ChangeList([shown])
    list.mask(places)
    change = list.changes.first ?? shown
  }

  /// The step in a column.
  package var label: String {
    guard setting.previous == nil else { return step.label }
    if case .gap = step.kind { return "first remaining state" }
    return "initial state"
  }
}
