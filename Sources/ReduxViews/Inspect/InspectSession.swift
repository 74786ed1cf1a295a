package import CommandLineKit
package import Dispatch
import ReduxInspection
import ReduxJournal
import ReduxNotation
import SystemSupport
import TerminalText

/// A run of `inspect`: connects the model, the work behind it, and a terminal or none.
package final class InspectSession {
  private var model: InspectModel
  private let work: InspectWork
  private let isASCII: Bool
  private var lookedFor: StateLook?

  package init(_ model: InspectModel, work: InspectWork, isASCII: Bool) {
    self.model = model
    self.work = work
    self.isASCII = isASCII
  }

  // MARK: Without a terminal

  /// Presses keys, each when nothing is pending, and returns the last screen as text.
  package func print(_ keys: [Key], woken: DispatchSemaphore) -> String {
    work.verify()
    work.findAbandoned()
    settle(woken)
    for key in keys {
      _ = perform(model.handle(key))
      settle(woken)
    }
    return InspectScreen.draw(model, isASCII: isASCII).text
  }

  private func settle(_ woken: DispatchSemaphore) {
    while true {
      takeAnswers()
      if work.isIdle, lookedFor == nil { return }
      woken.wait()
    }
  }

  // MARK: At a terminal

  #if !os(tvOS) && !os(watchOS)
    private static let watchInterval = Duration.milliseconds(100)

    /// Draws the screen and handles keys until the user quits or the terminal is closed.
    package func run(_ terminal: Terminal) -> ExitCode {
      draw(on: terminal)
      // The first rows are on the screen before any process starts.
      work.verify()
      work.findAbandoned()
      if model.following == .on { work.watch(every: InspectSession.watchInterval) }
      takeAnswers()
      while let event = terminal.next() {
        switch event {
        case .key(let key):
          for demand in perform(model.handle(key)) {
            switch demand {
            case .quit(let interrupted): return interrupted ? .interrupted : .fine
            case .suspend: terminal.suspend()
            case .copy(let text): terminal.send(Clipboard.sequence(of: text))
            default: break
            }
          }
          takeAnswers()
        case .woken: takeAnswers()
        case .redraw: model.resize(columns: terminal.size.columns, rows: terminal.size.rows)
        case .closed: return .trouble
        }
        if event == .key(.control("l")) { terminal.forget() }
        draw(on: terminal)
      }
      return .trouble
    }

    private func draw(on terminal: Terminal) { terminal.draw(InspectScreen.draw(model, isASCII: isASCII)) }
  #endif

  // MARK: Work

  /// Starts the work that keys demand, and returns the other demands.
  private func perform(_ demands: [InspectModel.Demand]) -> [InspectModel.Demand] {
    demands.filter { demand in
      switch demand {
      case .find(let finder, let scan, let block): work.find(finder, for: scan, from: block)
      case .stop(let scan): work.stop(scan)
      case .follow(let question): work.follow(question)
      case .stopAll: work.stopAll()
      case .quit, .suspend, .copy, .redraw: return true
      }
      return false
    }
  }

  private func takeAnswers() {
    for answer in work.takeAnswers() {
      if case .looked(let look, _) = answer, look == lookedFor { lookedFor = nil }
      _ = perform(model.take(answer))
    }
    if model.wantsSurvey { work.survey() }
    // One look at a time: the next one depends on where the user is by then.
    guard lookedFor == nil, let look = model.wantedLook else { return }
    lookedFor = look
    work.look(look)
  }
}

/// The terminal's clipboard.
enum Clipboard {
  /// The sequence that puts a text into the clipboard (OSC 52). Terminals that don't allow that ignore it.
  static func sequence(of text: String) -> [UInt8] {
    Array("\u{1b}]52;c;\(base64(Array(text.utf8)))\u{7}".utf8)
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = part.reduce(0) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - part.count))
      for index in 0..<4 {
        text.append(index <= part.count ? digits[Int(bits >> UInt32(18 - 6 * index) & 63)] : "=")
      }
    }
    return text
  }
}

/// The keys of `inspect`, for its own help and for the command's.
package enum InspectHelp {
  /// Keys, and what they do.
  package static let keys: [(keys: String, meaning: String)] = [
    ("↑ ↓  j k", "the next or previous row or line"),
    ("PgUp PgDn  ^U ^D", "a page, half a page"),
    ("Home End  g G", "the first or last; with a number, that state: 138G"),
    ("Tab", "between the list and the details"),
    ("[ ]", "the previous or next tab"),
    ("Enter", "open the details, a value or a change; there, go to its state"),
    ("→ ←", "open or close a value in the state"),
    ("/ n N", "search actions, places and recorded values; next, previous match"),
    ("f", "list only rows that contain a text; no text lists all"),
    ("e E", "the next or previous problem"),
    ("b", "who set this value: every action that did, old → new"),
    ("c", "pin this state: Changes shows the differences from it"),
    ("y Y", "copy FILE@SEQ:/place, or the command that shows it"),
    ("^C", "stop what is running; again: quit"),
    ("^Z", "suspend"),
    ("q Esc", "close what is open; q quits"),
  ]

  /// The marks of rows.
  package static let marks: [(mark: String, meaning: String)] = [
    ("✗", "today's app differs or fails here, or the line is damaged"),
    ("?", "not proven: it follows from a state that differs"),
    ("!", "the reducer refused the action"),
    ("†", "the action was in flight when the process died"),
  ]

  /// The lines of the help on the screen.
  static let lines: [StyledText] =
    ["\("Keys", .bold)", ""]
    + keys.map { "  \(column($0.keys), .key)  \($0.meaning)" }
    + ["", "\("Marks", .bold)", ""]
    + marks.map { "  \(column($0.mark), .key)  \($0.meaning)" }

  private static func column(_ text: String) -> String {
    text + String(repeating: " ", count: max(0, 17 - text.terminalWidth))
  }
}

/// Keys as words: `138G Tab /coffee Enter`.
package enum TypedKeys {
  private static let names: [String: Key] = [
    "Up": .up, "Down": .down, "Left": .left, "Right": .right, "PgUp": .pageUp, "PgDn": .pageDown, "Home": .home,
    "End": .end, "Enter": .enter, "Esc": .escape, "Tab": .tab, "BackTab": .backTab, "Backspace": .backspace,
    "Space": .character(" "),
  ]

  /// Parses keys. A word is the name of a key, `^` with a letter, or characters to type.
  package static func parse(_ text: String) -> [Key] {
    text.split(separator: " ").flatMap { word -> [Key] in
      if let key = names[String(word)] { return [key] }
      if word.count == 2, word.first == "^", let letter = word.last, letter.isASCII, letter.isLetter {
        return [.control(Character(letter.lowercased()))]
      }
      return word.map { .character($0) }
    }
  }

  /// The names of keys, for the help.
  package static let help = names.keys.sorted().joined(separator: ", ")
}
