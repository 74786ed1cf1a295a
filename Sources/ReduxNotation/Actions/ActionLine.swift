package import ReduxJournal
import StateTree
package import TerminalText

/// An action in one line: the call, the places that it changed, and what was unusual.
package struct ActionLine: Sendable {
  /// A reducer that takes so many microseconds is marked as slow: half a frame.
  private static let slowReducer = 8000
  private static let shownPlaces = 3

  private let columns: Int
  private let room: Int
  private let showsJSON: Bool
  /// Whether lines leave out that an action can't be replayed, because another place says it.
  package var hidesReplayability = false

  /// Creates a form for lines.
  ///
  /// - Parameters:
  ///   - columns: The number of columns.
  ///   - room: The columns for the call; places and reasons follow it.
  ///   - showsJSON: Whether to show actions as JSON.
  package init(columns: Int, room: Int, showsJSON: Bool = false) {
    self.columns = columns
    self.room = room
    self.showsJSON = showsJSON
  }

  /// The line of an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isUncertain: Whether the line was selected by a place that the action may not have changed.
  /// - Returns: The line.
  package func text(of action: ActionRecord, isUncertain: Bool = false) -> StyledText {
    call(action) + rest(of: action, isUncertain: isUncertain)
  }

  /// Returns the text after the call: the places that the action changed, and anything unusual.
  package func rest(of action: ActionRecord, isUncertain: Bool = false) -> StyledText {
    var text = places(action.changed) + secrets(in: action)
    if let since = action.since { text += "  (since \(since))" }
    if action.isUnexamined { text += "  (not looked at)" }
    if isUncertain { text += "  \("(perhaps)", .warning)" }
    if let error = action.error { text += "  \("refused:", .error) \(error.shortened(to: columns))" }
    if action.interrupted {
      text += "  \("interrupted:", .error) its reducer \(action.hadReturned ? "had" : "never") returned"
    }
    if !hidesReplayability, action.replayability != .replayable, !action.isOutsideStep {
      text += "  (\(action.replayability.rawValue))"
    }
    if let reason = action.unhashed { text += "  (no hash: \(reason))" }
    if let time = action.reducerMicroseconds, time >= Self.slowReducer {
      text += "  \("(took \(DurationFormat.rounded(microseconds: Int64(time))))", .warning)"
    }
    return text
  }

  /// The action in Swift's notation, or its type and JSON.
  package func call(_ action: ActionRecord) -> StyledText {
    let value = action.shownAction
    guard showsJSON else {
      return StyledText(
        SwiftNotation.describe(
          type: action.type, swiftType: action.swiftType, action: value, columns: room), .label)
    }
    let json = StyledText(trusted: JSONPrinter.text(of: value, layout: .compact))
    return "\(action.type, .label)  \(json)"
  }

  /// The secrets that an action changed outside of the places whose change shows.
  private func secrets(in action: ActionRecord) -> StyledText {
    let secrets = action.changedSecrets.outside(of: action.changed.compactMap { try? JSONPointer($0.pointer) })
    var text: StyledText = ""
    for secret in secrets.prefix(Self.shownPlaces) { text += "  \("\(secret) \(RedactedPlaces.shown)", .key)" }
    if secrets.count > Self.shownPlaces { text += "  \("+\(secrets.count - Self.shownPlaces) more", .key)" }
    return text
  }

  private func places(_ changed: [ChangedMember]) -> StyledText {
    var text: StyledText = ""
    for member in changed.prefix(Self.shownPlaces) {
      text += "  \(member.pointer.isEmpty ? "(the whole state)" : member.pointer, .key)"
    }
    if changed.count > Self.shownPlaces { text += "  \("+\(changed.count - Self.shownPlaces) more", .key)" }
    return text
  }
}
