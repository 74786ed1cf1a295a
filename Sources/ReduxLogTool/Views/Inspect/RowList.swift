/// The rows that a view lists: all of a journal, or those that a filter has found so far.
struct RowList {
  let rows: JournalRows
  /// The rows that match, in order; `nil` for all.
  var matches: [JournalRows.Position]?

  typealias Position = JournalRows.Position

  var isEmpty: Bool { matches?.isEmpty ?? false }

  var first: Position? { matches.map { $0.first } ?? rows.first }

  var last: Position? { matches.map { $0.last } ?? rows.last }

  /// Returns the position so many rows after another one, or before it, as far as there are rows.
  func position(_ position: Position, offsetBy distance: Int) -> Position {
    guard let matches else { return rows.position(position, offsetBy: distance) }
    guard !matches.isEmpty else { return position }
    let index = index(of: position) + distance
    return matches[min(max(0, index), matches.count - 1)]
  }

  /// Returns a listed position, or the nearest one before it that is listed.
  func nearest(to position: Position) -> Position {
    guard let matches, !matches.isEmpty else { return position }
    return matches[index(of: position)]
  }

  /// Returns so many positions from one on.
  func window(from start: Position, count: Int) -> [Position] {
    var result: [Position] = []
    var position = nearest(to: start)
    guard !isEmpty else { return [] }
    while result.count < count {
      result.append(position)
      let next = self.position(position, offsetBy: 1)
      if next == position { break }
      position = next
    }
    return result
  }

  /// Returns the first row of a window of so many rows that shows a row, as near as possible to the one so far.
  ///
  /// - Parameters:
  ///   - top: The first row so far.
  ///   - selected: The row to show.
  ///   - height: The number of rows in the window.
  ///   - isJump: Whether to show the rows around the row, too, and the row in the middle if the window has to move.
  /// - Returns: The first row.
  func top(_ top: Position, showing selected: Position, height: Int, isJump: Bool) -> Position {
    let height = max(1, height)
    var top = nearest(to: top)
    if isJump {
      let margin = min(2, (height - 1) / 2)
      let inside = window(from: top, count: height).dropFirst(margin).dropLast(margin)
      if !inside.contains(selected) { top = position(selected, offsetBy: -(height / 2)) }
    } else if selected < top {
      top = selected
    } else if !window(from: top, count: height).contains(selected) {
      top = position(selected, offsetBy: -(height - 1))
    }
    // No empty rows after the last one while others could be shown.
    if let last { top = min(top, position(last, offsetBy: -(height - 1))) }
    return top
  }

  private func index(of position: Position) -> Int {
    guard let matches else { return 0 }
    var low = 0
    var high = matches.count
    while low < high {
      let middle = (low + high) / 2
      if matches[middle] <= position { low = middle + 1 } else { high = middle }
    }
    return max(0, low - 1)
  }
}
