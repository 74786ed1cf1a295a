import ReduxInspection
import ReduxJournal
import StateTree

/// An action as the DevTools keep it: with its time, and what they add.
struct LiftedAction {
  /// The type of the step that stands for the first state.
  static let initial = "@@INIT"
  /// The type of the step that stands for all actions that were dispatched while recording was paused.
  static let paused = "@@PAUSED"
  /// The types of steps that stand for no action of the app.
  static let (state, session, gap, rewind) = (
    "@@reduxlog/STATE", "@@reduxlog/SESSION", "@@reduxlog/GAP", "@@reduxlog/REWIND"
  )
  /// The member with the time in microseconds.
  static let microseconds = "reduxlogTime"

  let kind: DevToolsFile.Kind
  /// The type, if the action has one.
  let type: String?
  let time: Int?
  /// The offset of the action in the text.
  let action: Int?
  /// The offset of the call stack in the text.
  let stack: Int?

  /// Reads a member of `actionsById`.
  init(at offset: Int, in text: JsanText, isOwn: Bool) {
    func scalar(_ member: String, of place: Int) -> JSONValue? {
      (try? text.member(member, ofValueAt: place)).flatMap { $0 }.flatMap { text.scalar(at: $0) }
    }
    func value(_ member: String, of place: Int?) -> JSONValue? {
      place.flatMap { place in
        (try? text.member(member, ofValueAt: place)).flatMap { $0 }.flatMap { (try? text.value(at: $0)).flatMap { $0 } }
      }
    }
    func place(_ member: String) -> Int? { (try? text.member(member, ofValueAt: offset)).flatMap { $0 } }
    let action = place("action")
    self.action = action
    stack = place("stack")
    let type = action.flatMap { LiftedAction.type(of: $0, in: text) }
    self.type = type
    switch type {
    case LiftedAction.paused: kind = .gap(DevToolsFile.Gap(why: "recording was paused", missing: nil))
    case LiftedAction.state, LiftedAction.session: kind = .state
    case LiftedAction.rewind: kind = .rewind
    case LiftedAction.gap:
      kind = .gap(DevToolsFile.Gap(value("payload", of: action)) ?? DevToolsFile.Gap(why: "unknown", missing: nil))
    default: kind = .action
    }
    let time =
      LiftedAction.time(scalar(LiftedAction.microseconds, of: offset))
      ?? LiftedAction.time(scalar("timestamp", of: offset), microseconds: 1000)
    // Earlier versions of this tool wrote 0 for the time of a state.
    self.time = isOwn && time == 0 && (type == LiftedAction.initial || !kind.isAction) ? nil : time
  }

  /// Returns the type of the action at an offset; `nil` if it has none.
  static func type(of action: Int, in text: JsanText) -> String? {
    guard let place = (try? text.member("type", ofValueAt: action)).flatMap({ $0 }),
      let type = text.scalar(at: place)
    else { return nil }
    return ExchangedAction.label(of: type)
  }

  /// The last time that a journal can name, in microseconds since 1970: the end of the year 9999.
  private static let lastTime = 253_402_300_799_999_999

  /// A time in microseconds since 1970; `nil` for a value that is none.
  static func time(_ value: JSONValue?, microseconds unit: Int = 1) -> Int? {
    guard case .number(let number)? = value else { return nil }
    if let time: Int = number.integer() { return (0...lastTime / unit).contains(time) ? time * unit : nil }
    // Browsers may measure fractions of a millisecond.
    guard let time = Double(number.literal), (0...Double(lastTime / unit)).contains(time) else { return nil }
    return Int(time * Double(unit))
  }
}
