import CommandLineKit
package import ReduxInspection
import ReduxJournal
package import ReduxNotation
import StateTree

/// The content of `inspect`, changed by keys and answers.
///
/// It reads rows from the journal, and does no other input or output: keys and answers come in, and the work that they demand
/// goes out.
package final class InspectModel {
  /// The parts of the details.
  enum Tab: Int, CaseIterable {
    case changes, state, action, history

    var title: String {
      switch self {
      case .changes: "Changes"
      case .state: "State"
      case .action: "Action"
      case .history: "History"
      }
    }
  }

  /// The part that keys move in.
  enum Focus { case rows, details }

  /// A line that the user types.
  struct Prompt: Hashable {
    enum Purpose { case search, filter, searchInText }

    let purpose: Purpose
    var text = ""
  }

  /// A search of all rows.
  struct Scan {
    let finder: TextFinder
    var matches: [JournalRows.Position] = []
    var reached = 0
    /// The first block that wasn't searched, or that may get more rows; `nil` if the user stopped the search.
    var nextBlock: Int? = 0
    var isDone = false
  }

  /// Whether the journal is followed as it grows.
  enum Following {
    case off, on
    case ended
  }

  /// A demand that a key or an answer makes.
  package enum Demand: Hashable {
    case quit(interrupted: Bool)
    case suspend
    case copy(String)
    case find(TextFinder, InspectWork.Scan, from: Int)
    case stop(InspectWork.Scan)
    case follow(ValueHistory.Question)
    case stopAll
    case redraw
  }

  package let rows: JournalRows
  /// The file's name in headings.
  let name: String
  private(set) var sessionCount: Int
  let times: TimeFormat

  var size: (columns: Int, rows: Int)
  package var list: RowList
  package var selected: JournalRows.Position
  package var top: JournalRows.Position
  var tab = Tab.changes
  var focus = Focus.rows
  /// The line of the details under the cursor, and the first one on the screen.
  var detailLine = 0
  var detailTop = 0
  var prompt: Prompt?
  var helpTop: Int?
  /// The part of the details that fills the screen.
  var openedText: OpenedText?
  var message: StyledMessage?
  /// The number typed before a key.
  var count: Int?
  /// The state with which others are compared.
  var pinned: Int?
  /// The open values in the state's tree, as JSON Pointers.
  var opened: Set<String> = [""]
  var search: Scan?
  var filter: Scan?
  /// The value that the cursor shall go to once its state is known.
  var wantedPlace: JSONPointer?
  /// Where a search began whose first match isn't known yet.
  var searchStart: JournalRows.Position?
  /// The history of a value, or what is being followed.
  var history: ValueHistory?
  var followed: ValueHistory.Question?
  var historyFailure: CommandFailure?
  /// Whether the user has chosen a row, so that a verdict doesn't move the selection.
  var hasMoved = false
  var following: Following
  var checked = Checked.waiting
  var looks = LookCache()
  var abandoned: AbandonedStates?
  var survey: ActionSurvey?
  /// Whether the selection jumped, so that the rows around it are of interest.
  var isJump = true
  /// Whether the last step went back.
  var isGoingBack = false
  /// The lines of the details, which are many for an open collection.
  private(set) var detailLines: [DetailLine] = []
  private var detailSource: DetailSource?

  /// The inputs from which the lines of the details are made.
  private struct DetailSource: Hashable {
    let tab: Tab
    let selected: JournalRows.Position
    let pinned: Int?
    let looks: Int
    let opened: Set<String>
    let followed: ValueHistory.Question?
    let isFollowed: Bool
    let isVerified: Bool
    let surveyed: Int?
    let columns: Int
  }

  /// How far the verification is.
  enum Checked {
    case waiting
    case to(Int)
    case stopped(at: Int?)
    case done(InspectFindings)
  }

  /// A message in the last row, until the next key.
  struct StyledMessage: Hashable {
    var text: String
    var isError = false
  }

  package init(
    _ rows: JournalRows, openAt seq: Int?, size: (columns: Int, rows: Int), times: TimeFormat,
    isFollowing: Bool = false
  ) {
    self.rows = rows
    self.size = size
    self.times = times
    name = rows.file.path.split(separator: "/").last.map(String.init) ?? rows.file.path
    following = isFollowing ? .on : .off
    sessionCount = InspectModel.sessionCount(of: rows.file)
    list = RowList(rows: rows)
    selected = seq.map(rows.position(ofSeq:)) ?? rows.last
    top = selected
    hasMoved = seq != nil || isFollowing
    arrange()
  }

  private static func sessionCount(of file: JournalFile) -> Int {
    (try? file.lastHeader().header.session) ?? file.header.session
  }

  /// Goes on with a later view of the journal: the selection stays at the end, or at its state.
  func proceed(to file: JournalFile) {
    let isAtEnd = isAtEnd
    let seqs = (selected: seq, top: rows.row(at: top)?.seq ?? 0, first: rows.seqs.lowerBound)
    rows.proceed(to: file)
    sessionCount = InspectModel.sessionCount(of: file)
    if rows.seqs.lowerBound != seqs.first {
      // Segments were dropped, and the first row has another place.
      selected = rows.position(ofSeq: seqs.selected)
      top = rows.position(ofSeq: seqs.top)
      search?.dropRows(before: rows.blockNumbers.lowerBound)
      filter?.dropRows(before: rows.blockNumbers.lowerBound)
    }
    if isAtEnd { goToLast() }
  }

  /// Whether the cursor is in the list's last row, so that it stays in the last row as the journal grows.
  var isAtEnd: Bool { focus == .rows && selected == list.last }

  /// Selects the last row, without moving the window more than necessary.
  func goToLast() {
    if let last = list.last { select(last) }
    isJump = false
  }

  package var layout: InspectLayout {
    InspectLayout(columns: size.columns, rows: size.rows, showsDetails: focus == .details)
  }

  /// The selected row.
  var row: JournalRows.Row? { rows.row(at: selected) }

  /// The seq of the state that the selected row set or follows.
  package var seq: Int {
    let seq = row?.seq ?? rows.seqs.lowerBound
    return min(max(seq, rows.seqs.lowerBound), rows.seqs.upperBound)
  }

  /// The findings, once the verification is done.
  var findings: InspectFindings? { if case .done(let findings) = checked { findings } else { nil } }

  /// Moves the window so that the selection is in it.
  func arrange() {
    let source = DetailSource(
      tab: tab, selected: selected, pinned: pinned, looks: looks.version, opened: opened, followed: followed,
      isFollowed: history?.question == followed || historyFailure != nil, isVerified: findings != nil,
      surveyed: survey?.reached, columns: layout.details.columns)
    if source != detailSource {
      detailSource = source
      detailLines = makeDetailLines()
    }
    top = list.top(top, showing: selected, height: layout.list.rows, isJump: isJump)
    isJump = false
    let details = layout.details.rows
    let count = detailLines.count
    detailLine = min(max(0, detailLine), max(0, count - 1))
    if detailLine < detailTop { detailTop = detailLine }
    if detailLine >= detailTop + details { detailTop = detailLine - details + 1 }
    detailTop = min(max(0, detailTop), max(0, count - details))
    openedText?.fit(columns: size.columns, rows: InspectLayout.textRows(of: size.rows).count)
  }

  func resize(columns: Int, rows: Int) {
    size = (columns, rows)
    arrange()
  }
}
