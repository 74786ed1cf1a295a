import ReduxInspection
import ReduxJournal

/// The lines of a log as `--tree` shows them: each action below the one that caused it.
///
/// It keeps the lines' places in the file, because lines can be long.
struct CauseTree {
  /// A line, and where it stands in the tree.
  private struct Node {
    /// The offset of the event's record; `nil` for an event without one, which `ends` has.
    var offset: Int?
    var session: JournalSession?
    var time: Int
    var isUncertain: Bool
    var lastChild: Int?
    /// The line after this one that has the same cause.
    var next: Int?
  }

  /// The levels that a line shows. Of a deeper one, it shows the last, because indentation costs space.
  private static let shownLevels = 20

  private var nodes: [Node] = []
  private var roots: [Int] = []
  private var session: Int?
  /// Lines without a whole record, by their nodes.
  private var ends: [Int: LogLine] = [:]
  /// The nodes of the states of this session, by seq.
  private var setters: [Int: Int] = [:]
  private var firstChildren: [Int: Int] = [:]

  /// Whether no line has another one as its cause.
  var isFlat: Bool { firstChildren.isEmpty }

  /// Adds the next line in the order of the file.
  mutating func add(_ line: LogLine) {
    let event = line.event
    if session != event.sessionNumber {
      session = event.sessionNumber
      setters = [:]
    }
    let index = nodes.count
    let hasRecord = event.byteCount > 0
    nodes.append(
      Node(
        offset: hasRecord ? event.offset : nil, session: event.session, time: event.time, isUncertain: line.isUncertain)
    )
    if !hasRecord { ends[index] = line }
    if event.setsState { setters[event.seq] = index }
    guard let cause = event.action?.cause, let parent = setters[cause], parent != index else {
      return roots.append(index)
    }
    if let last = nodes[parent].lastChild { nodes[last].next = index } else { firstChildren[parent] = index }
    nodes[parent].lastChild = index
  }

  /// Calls with each line in the order of the tree, read again from the file.
  func forEach(of file: JournalFile, _ body: (LogLine) throws -> Void) throws {
    for root in roots {
      try body(line(root, of: file, branch: ""))
      // The next line at each level below the root.
      var levels = [firstChildren[root]]
      while let level = levels.last {
        guard let index = level else {
          levels.removeLast()
          continue
        }
        levels[levels.count - 1] = nodes[index].next
        try body(line(index, of: file, branch: branch(levels)))
        levels.append(firstChildren[index])
      }
    }
  }

  /// The lines that connect a line to those above, given the next line at each level.
  private func branch(_ levels: [Int?]) -> String {
    let shown = levels.suffix(CauseTree.shownLevels)
    let start = shown.count < levels.count ? "… " : ""
    return start + shown.dropLast().map { $0 == nil ? "   " : "│  " }.joined()
      + (levels.last == .some(nil) ? "└─ " : "├─ ")
  }

  private func line(_ index: Int, of file: JournalFile, branch: String) throws -> LogLine {
    let node = nodes[index]
    guard let offset = node.offset else {
      guard var end = ends[index] else { preconditionFailure("a line without a record is kept") }
      end.branch = branch
      return end
    }
    var event = try file.entry(atOffset: offset)
    (event.session, event.time) = (node.session, node.time)
    return LogLine(event: event, isUncertain: node.isUncertain, branch: branch)
  }
}
