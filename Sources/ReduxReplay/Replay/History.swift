package import ReduxJournal

/// The way to a state, from its end: the states before it without those that rewinds abandoned.
///
/// It reads the journal backwards, in blocks, and keeps only the lines that are no actions. Each stretch has lower seqs than
/// the one before it.
package struct History {
  /// Consecutive states, of which each but the first was set by an action.
  package struct Stretch: Hashable, Sendable {
    /// The event that set the first state of a stretch.
    package enum Origin: Hashable, Sendable {
      /// Nothing that the journal has precedes it.
      case start
      /// A rewind, or a session that began with an earlier state.
      case jump(to: Int)
      /// A state that was set without an action: a new session, or the end of an outage. The history goes on with the state
      /// before it in the file.
      case set
    }

    /// The seqs of the states.
    package let seqs: ClosedRange<Int>
    /// The event that set the first of them.
    package let origin: Origin
    /// The seqs of the states that the journal holds whole, ascending.
    package let held: [Int]
  }

  private static let firstBlock = 1 << 20
  private static let lastBlock = 1 << 26

  private let file: JournalFile
  private let first: Int
  /// Whether the states that rewinds abandoned belong to it.
  private let includesAbandoned: Bool
  /// The seq of the last state of the next stretch; `nil` after the first stretch of the journal.
  private var end: Int?
  /// The landmarks between `low` and the last stretch, in the order of the file.
  private var landmarks: [JournalLandmark] = []
  private var low: Int
  private var block = History.firstBlock

  /// The history of a state, which comes last in it.
  ///
  /// - Throws: `JournalError` if the file can't be read.
  package init(of file: JournalFile, to seq: Int) throws(JournalError) {
    try self.init(of: file, to: seq, includesAbandoned: false)
  }

  init(of file: JournalFile, to seq: Int, includesAbandoned: Bool) throws(JournalError) {
    self.file = file
    self.includesAbandoned = includesAbandoned
    first = try file.firstStateSeq ?? 0
    end = seq
    low = try file.offset(ofSeqFrom: seq + 1)
  }

  /// The stretch before the last one; `nil` at the start of the journal.
  ///
  /// - Throws: `JournalError` for a line that doesn't begin like a record, or if the file can't be read.
  package mutating func next() throws(JournalError) -> Stretch? {
    guard let last = end else { return nil }
    var held: [Int] = []
    while let landmark = try nextLandmark() {
      guard landmark.seq <= last else { continue }
      if landmark.kind == .state(isWhole: true), held.last != landmark.seq { held.append(landmark.seq) }
      guard landmark.setsState else { continue }
      let origin = origin(of: landmark)
      switch origin {
      case .start: end = nil
      case .set: end = landmark.seq - 1
      case .jump where includesAbandoned: end = landmark.seq - 1
      case .jump(let target): try goBack(to: target)
      }
      return Stretch(seqs: landmark.seq...last, origin: origin, held: held.reversed())
    }
    end = nil
    return nil
  }

  private func origin(of landmark: JournalLandmark) -> Stretch.Origin {
    switch landmark.kind {
    case .rewind(let target), .same(let target):
      // A rewind to a dropped state comes with the state itself.
      (first..<landmark.seq).contains(target) ? .jump(to: target) : .start
    case .state, .other: landmark.seq <= first ? .start : .set
    }
  }

  /// Continues before the line after an earlier state, without reading what was abandoned.
  private mutating func goBack(to seq: Int) throws(JournalError) {
    end = seq
    guard landmarks.first.map({ $0.seq > seq }) ?? true else { return }
    let offset = try file.offset(ofSeqFrom: seq + 1)
    guard offset < low else { return }
    landmarks = []
    low = offset
  }

  private mutating func nextLandmark() throws(JournalError) -> JournalLandmark? {
    while landmarks.isEmpty {
      guard low > 0 else { return nil }
      (low, landmarks) = try file.landmarks(before: low, byteCount: block)
      block = min(4 * block, History.lastBlock)
    }
    return landmarks.removeLast()
  }
}

extension History {
  /// The history of a state from an earlier one on, the first stretch first.
  package struct Way: Sendable {
    /// The stretches, of which the first may lack its beginning and the last its end.
    package private(set) var stretches: [Stretch]

    /// Follows the history of a state back to an earlier one, or to the start of the journal.
    ///
    /// - Throws: As `History.next()`.
    package init(of file: JournalFile, from first: Int = 0, to last: Int) throws(JournalError) {
      var history = try History(of: file, to: last)
      var stretches: [Stretch] = []
      while let stretch = try history.next() {
        guard stretch.seqs.upperBound >= first else { break }
        stretches.append(stretch)
      }
      self.init(stretches.reversed(), in: first...max(first, last))
    }

    /// Follows all states of a journal, in the order of the file.
    ///
    /// - Throws: As `History.next()`.
    package init(everythingIn file: JournalFile) throws(JournalError) {
      stretches = []
      guard let last = try file.lastStateSeq else { return }
      var history = try History(of: file, to: last, includesAbandoned: true)
      while let stretch = try history.next() { stretches.append(stretch) }
      stretches.reverse()
    }

    private init(_ stretches: [Stretch], in seqs: ClosedRange<Int>) {
      self.stretches = stretches.compactMap { stretch in
        guard stretch.seqs.overlaps(seqs) else { return nil }
        let range = stretch.seqs.clamped(to: seqs)
        return Stretch(seqs: range, origin: stretch.origin, held: stretch.held.filter { range.contains($0) })
      }
    }

    /// The number of states.
    package var count: Int { stretches.reduce(0) { $0 + $1.seqs.count } }

    /// Whether a state is on the way.
    package func contains(_ seq: Int) -> Bool { stretches.contains { $0.seqs.contains(seq) } }

    /// The states on the way that the journal holds whole.
    package var held: [Int] { stretches.flatMap(\.held) }

    /// The part from one state to another; `nil` if none is between them.
    package func part(_ seqs: ClosedRange<Int>) -> Way { Way(stretches, in: seqs) }

    /// The seqs of states at equal distances; all, if there are no more than so many.
    package func marks(_ limit: Int) -> [Int] {
      let count = count
      guard count > limit else { return stretches.flatMap { Array($0.seqs) } }
      var places = (0..<limit).map { ($0 + 1) * count / (limit + 1) }[...]
      var marks: [Int] = []
      var passed = 0
      for stretch in stretches {
        while let place = places.first, place < passed + stretch.seqs.count {
          marks.append(stretch.seqs.lowerBound + place - passed)
          places.removeFirst()
        }
        passed += stretch.seqs.count
      }
      return marks
    }
  }
}
