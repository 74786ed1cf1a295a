/// Where the parts of the screen are.
struct InspectLayout: Hashable {
  /// A part with several rows and columns.
  struct Area: Hashable {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int
  }

  /// Terminals with so many columns show the list and the details side by side.
  private static let sideBySide = 100

  /// The row of the app, the file and the progress; `nil` if there is no room.
  private(set) var header: Int?
  /// The row of the verdict.
  private(set) var verdict: Int?
  private(set) var list: Area
  /// The tabs, above the details.
  private(set) var tabs: Area
  private(set) var details: Area
  /// The row of the scrubber.
  private(set) var scrubber: Int?
  /// The row of the keys, of messages and of what is typed.
  let keys: Int
  /// Whether a line stands between the list and the details.
  private(set) var isSideBySide = false

  /// - Parameters:
  ///   - columns: The columns of the screen.
  ///   - rows: Its rows.
  ///   - showsDetails: Whether the details get the room that is enough for only one of both.
  init(columns: Int, rows: Int, showsDetails: Bool) {
    keys = max(0, rows - 1)
    var top = 0
    var bottom = keys
    if rows >= 5 {
      header = 0
      top = 1
    }
    if rows >= 8 {
      verdict = top
      top += 1
    }
    if rows >= 12 {
      bottom -= 1
      scrubber = bottom
    }
    let height = max(1, bottom - top)
    let none = Area(row: top, column: 0, rows: 0, columns: columns)
    if columns >= InspectLayout.sideBySide, height >= 4 {
      isSideBySide = true
      let left = columns / 2
      list = Area(row: top, column: 0, rows: height, columns: left)
      tabs = Area(row: top, column: left + 1, rows: 1, columns: columns - left - 1)
      details = Area(row: top + 1, column: left + 2, rows: height - 1, columns: columns - left - 2)
    } else if height >= 5 {
      let first = height / 2
      list = Area(row: top, column: 0, rows: first, columns: columns)
      tabs = Area(row: top + first, column: 0, rows: 1, columns: columns)
      details = Area(row: top + first + 1, column: 0, rows: height - first - 1, columns: columns)
    } else if showsDetails, height >= 2 {
      list = none
      tabs = Area(row: top, column: 0, rows: 1, columns: columns)
      details = Area(row: top + 1, column: 0, rows: height - 1, columns: columns)
    } else {
      list = Area(row: top, column: 0, rows: height, columns: columns)
      tabs = none
      details = none
    }
  }
}
