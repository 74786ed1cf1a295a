import CommandLineKit
import ReducerIsolation
import ReduxInspection
package import ReduxJournal

/// The rows of a journal, read where they are wanted: a long journal shows its last rows as fast as a short one.
///
/// It reads the lines of 256 states at a time and keeps the latest such blocks. A block begins at a multiple of 256, so
/// positions stay valid while a journal grows, and while its first segments are dropped, except in the first block.
package final class JournalRows {
  /// The place of a row: a block, and the row's number in it.
  package struct Position: Hashable, Comparable, Sendable {
    var block: Int
    var index: Int

    package static func < (left: Position, right: Position) -> Bool {
      (left.block, left.index) < (right.block, right.index)
    }
  }

  /// A row.
  enum Row {
    case event(JournalEvent)
    /// Lines that can't be read; with the seq of the state before them.
    case damage(CommandFailure, seq: Int)
  }

  private static let blockStates = 256
  private static let keptBlocks = 24

  private(set) var file: JournalFile
  /// The seqs of the first and the last state.
  private(set) var seqs: ClosedRange<Int>
  /// Whether the journal is followed: then the last row tells how the journal ends only if nothing can come after it.
  private let isFollowed: Bool
  private var blocks: [Int: [Row]] = [:]
  private var order: [Int] = []

  package init(_ file: JournalFile, isFollowed: Bool = false) {
    self.file = file
    self.isFollowed = isFollowed
    seqs = JournalRows.seqs(of: file)
  }

  private static func seqs(of file: JournalFile) -> ClosedRange<Int> {
    let first = (try? file.firstStateSeq) ?? file.header.seq
    let last = (try? file.lastStateSeq) ?? first
    return first...max(first, last)
  }

  /// Goes on with a later view of the journal, which may have more rows at the end and less at the start.
  func proceed(to file: JournalFile) {
    let old = (first: seqs.lowerBound, lastBlock: blockNumbers.upperBound)
    self.file = file
    seqs = JournalRows.seqs(of: file)
    if seqs.lowerBound == old.first { blocks[old.lastBlock] = nil } else { blocks = [:] }
    order.removeAll { blocks[$0] == nil }
  }

  /// The numbers of the blocks, for reading all of them in order.
  var blockNumbers: ClosedRange<Int> {
    seqs.lowerBound / JournalRows.blockStates...seqs.upperBound / JournalRows.blockStates
  }

  /// The numbers of the blocks from that of a state on.
  func blockNumbers(from seq: Int) -> ClosedRange<Int> {
    let numbers = blockNumbers
    return min(max(numbers.lowerBound, seq / JournalRows.blockStates), numbers.upperBound)...numbers.upperBound
  }

  /// The first row.
  var first: Position { Position(block: blockNumbers.lowerBound, index: 0) }

  /// The last row.
  var last: Position {
    let number = blockNumbers.upperBound
    return Position(block: number, index: max(0, block(number).count - 1))
  }

  /// The row at a position; `nil` if there is none.
  func row(at position: Position) -> Row? {
    let rows = block(position.block)
    return rows.indices.contains(position.index) ? rows[position.index] : nil
  }

  /// Returns the position so many rows after another one, or before it, as far as there are rows.
  func position(_ position: Position, offsetBy distance: Int) -> Position {
    var position = position
    position.index += distance
    let numbers = blockNumbers
    while position.index < 0, position.block > numbers.lowerBound {
      position.block -= 1
      position.index += block(position.block).count
    }
    while position.block < numbers.upperBound, position.index >= block(position.block).count {
      position.index -= block(position.block).count
      position.block += 1
    }
    position.index = min(max(0, position.index), max(0, block(position.block).count - 1))
    return position
  }

  /// Returns the row that set a state, or the nearest one.
  func position(ofSeq seq: Int) -> Position {
    let seq = min(max(seq, seqs.lowerBound), seqs.upperBound)
    let number = seq / JournalRows.blockStates
    let rows = block(number)
    let index = rows.firstIndex { $0.setsState && $0.seq == seq } ?? rows.lastIndex { $0.seq <= seq } ?? 0
    return Position(block: number, index: index)
  }

  /// The rows of a block.
  func block(_ number: Int) -> [Row] {
    if let rows = blocks[number] { return rows }
    let rows = read(number)
    blocks[number] = rows
    order.append(number)
    if order.count > JournalRows.keptBlocks { blocks[order.removeFirst()] = nil }
    return rows
  }

  private func start(_ number: Int) throws(JournalError) -> Int {
    if number <= blockNumbers.lowerBound { return 0 }
    if number > blockNumbers.upperBound { return file.byteCount }
    return try file.entry(settingSeq: number * JournalRows.blockStates)?.offset ?? file.byteCount
  }

  private func read(_ number: Int) -> [Row] {
    var rows: [Row] = []
    do throws(JournalError) {
      let start = try start(number)
      let end = (try? self.start(number + 1)) ?? file.byteCount
      var events = try file.events(from: file.place(atOffset: start))
      while events.hasNext(before: end), let event = try events.next() {
        if event.isInHistory { rows.append(.event(event)) }
      }
      let isLast = number == blockNumbers.upperBound
      if isLast, let tail = try isFollowed ? file.deadEnd : file.tail, let end = events.event(for: tail) {
        rows.append(.event(end))
      }
    } catch {
      let known = rows.last?.seq ?? max(seqs.lowerBound, number * JournalRows.blockStates)
      rows.append(.damage(CommandFailure(error), seq: known))
    }
    return rows
  }
}

extension JournalRows.Row {
  /// The seq of the state that the row set, or follows.
  package var seq: Int {
    switch self {
    case .damage(_, let seq): seq
    case .event(let event): event.kind == .end ? .max : event.seq
    }
  }

  /// Whether the row set the state.
  var setsState: Bool {
    if case .event(let event) = self { event.setsState } else { false }
  }

  /// The record of an action, complete or in flight.
  var action: ActionRecord? { if case .event(let event) = self { event.action } else { nil } }
}

/// The rows that a view lists: all of a journal, or those that a filter has found so far.
package struct RowList {
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

/// A journal that a writer may still extend, looked at from time to time.
struct JournalWatch {
  /// The journal as it was at the last look.
  private(set) var file: JournalFile
  private var hasDeadEnd: Bool
  /// Whether a new line goes back to an earlier state.
  private(set) var hasJumps = false

  init(_ file: JournalFile) {
    self.file = file
    hasDeadEnd = (try? file.deadEnd) != nil
  }

  /// Looks at the journal again.
  mutating func look() throws(JournalError) -> Bool {
    let (now, end) = try file.reopened(after: file.byteCount)
    let hasDeadEnd = try now.deadEnd != nil
    let isSame = now.byteCount == end && now.segmentPaths == file.segmentPaths && hasDeadEnd == self.hasDeadEnd
    if isSame { return false }
    hasJumps = try now.landmarks(before: now.byteCount, byteCount: now.byteCount - end).landmarks.contains {
      switch $0.kind {
      case .rewind, .same: true
      case .state, .other: false
      }
    }
    (file, self.hasDeadEnd) = (now, hasDeadEnd)
    return true
  }
}
