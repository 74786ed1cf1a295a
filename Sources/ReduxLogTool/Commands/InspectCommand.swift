import CommandLineKit
import Dispatch
import ReduxInspection
import ReduxJournal
import ReduxNotation
import ReduxViews
import SystemSupport

/// `inspect`: moves through a journal in the terminal.
struct InspectCommand: Command {
  private static let journal = ArgumentSpecification(
    "FILE[@REV]", help: "A journal, and the state to open at (default: the first problem, else the last state).")
  private static let keys = OptionSpecification(
    "keys", value: "KEYS",
    help: "With --print: press KEYS first, such as '138G Tab /coffee Enter'. Keys with names: \(TypedKeys.help), ^X.")
  private static let size = OptionSpecification(
    "size", value: "COLUMNSxROWS", help: "With --print: the size of the screen (default: 100x30).")
  private static let follow = OptionSpecification(
    "follow", help: "Open at the end, and show new actions as the journal grows.")
  private static let prints = OptionSpecification(
    "print", help: "Print the screen as text when nothing is pending, without a terminal.")

  static let specification = CommandSpecification(
    name: "inspect",
    abstract: "Move through a journal in the terminal.",
    traits: [.readsJournal],
    overview: """
      inspect lists the actions of a journal and shows what each one changed, the state after it, the action itself, and
      the history of a value. It opens at the first problem: the action in flight when the process died, a damaged line,
      or the first state that today's app computes differently.

      A journal of any length opens at once. inspect verifies it in the background, as 'verify' does, and shows how far it
      is. It shows states as the journal records them, and says of each whether it is proven.
      """,
    examples: [
      .init("inspect session.jsonl", "open at the first problem"),
      .init("inspect session.jsonl@138", "open at state 138"),
      .init("inspect session.jsonl --follow", "watch a session while the app runs"),
      .init("inspect session.jsonl --keys '/coffee Enter' --size 80x24 --print", "print the screen after a search"),
    ],
    arguments: [journal],
    options: [follow, keys, size, prints, .utc, .relative, .timeout, .maximumLine, .keyFile],
    rules: [.needs(keys, prints), .needs(size, prints), .exclusive(follow, prints)],
    sections: [
      HelpSection("KEYS", rows: InspectHelp.keys.map { ($0.keys, $0.meaning.capitalizedStart + ".") }),
      HelpSection("MARKS", rows: InspectHelp.marks.map { ($0.mark, $0.meaning.capitalizedStart + ".") }),
      .specialCases([
        "--follow":
          "New rows appear as the app records them. A cursor in the list's last row stays in the last row; a step back or "
          + "Tab leaves it where it is, and End follows again. inspect verifies new actions, too; e goes to a problem.",
        "Searching":
          "/ and f search what the journal holds: actions, changed places, and the values of a self-contained journal. "
          + "To search values that only reducers compute, make a self-contained copy with 'reduxlog bake'.",
        "No reducers": "Without the app's reducers, inspect shows what the journal itself holds: actions and changed "
          + "places, and all states of a self-contained journal.",
        "Colors":
          "inspect uses the terminal's own colors, bold and reversed text; NO_COLOR leaves out the colors. Outside "
          + "of UTF-8, it draws with ASCII and escapes other characters.",
        "Copying":
          "y copies through the terminal (OSC 52). Some terminals don't allow that, so inspect also shows the text.",
      ]),
    ])

  func run(_ arguments: ParsedArguments, in context: CommandContext) throws -> ExitCode {
    let context = context.showingTimes(as: arguments)
    let prints = arguments.has(Self.prints)
    let size = try Self.size(arguments.value(of: Self.size) ?? "100x30")
    let journal = try OpenJournal(
      arguments.required(Self.journal), options: arguments.readingOptions(in: context), times: context.times)
    let file = journal.file
    if !prints { try Self.checkTerminal(in: context, for: file.path) }
    let seq: Int? = if case .whole = journal.selection { nil } else { try journal.resolver.seq(of: journal.revision()) }
    let isFollowing = arguments.has(Self.follow)
    let rows = JournalRows(file, isFollowed: isFollowing)
    let timeout = try arguments.timeout()
    func model(_ size: (columns: Int, rows: Int)) -> InspectModel {
      InspectModel(rows, openAt: seq, size: size, times: context.times, isFollowing: isFollowing)
    }
    if prints {
      let woken = DispatchSemaphore(value: 0)
      let work = InspectWork(file, in: context, timeout: timeout) { woken.signal() }
      defer { work.finish() }
      let session = InspectSession(model(size), work: work, isASCII: false)
      let text = session.print(TypedKeys.parse(arguments.value(of: Self.keys) ?? ""), woken: woken)
      try context.output.data(Array(text.utf8))
      return .fine
    }
    #if os(tvOS) || os(watchOS)
      throw Self.noTerminal(for: file.path)
    #else
      let terminal: Terminal
      do { terminal = try Terminal(isColored: context.output.isColored) } catch {
        throw Self.noTerminal(for: file.path)
      }
      defer { terminal.leave() }
      let waker = terminal.waker
      let work = InspectWork(file, in: context, timeout: timeout) { waker.wake() }
      let session = InspectSession(model(terminal.size), work: work, isASCII: !Self.isUTF8(context.environment))
      // The process ends next: nothing waits for work that isn't wanted any more.
      return session.run(terminal)
    #endif
  }

  private static func checkTerminal(in context: CommandContext, for path: String) throws(CommandFailure) {
    guard context.output.sink.isTerminal, context.input.isTerminal, context.environment["TERM"] != "dumb" else {
      throw noTerminal(for: path)
    }
  }

  private static func noTerminal(for path: String) -> CommandFailure {
    CommandFailure(
      "inspect needs a terminal that can draw a screen",
      advice: "'reduxlog log \(ShellWord.quoted(path))' lists the actions. --print prints the screen as text.")
  }

  /// Parses a size: `100x30`.
  private static func size(_ text: String) throws(UsageError) -> (columns: Int, rows: Int) {
    let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let columns = numbers[0], let rows = numbers[1], (1...1000).contains(columns),
      (1...1000).contains(rows)
    else { throw UsageError("option '--size': expected COLUMNSxROWS, such as 100x30, found '\(text)'") }
    return (columns, rows)
  }

  /// Whether the terminal's characters are in UTF-8, as POSIX says.
  private static func isUTF8(_ environment: [String: String]) -> Bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.filter { !$0.isEmpty }
    let name = (names.first ?? "").lowercased()
    return name.contains("utf-8") || name.contains("utf8")
  }
}

extension String {
  /// The text with a capital letter at its start.
  fileprivate var capitalizedStart: String { prefix(1).uppercased() + dropFirst() }
}
