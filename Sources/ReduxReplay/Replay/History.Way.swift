package import ReduxJournal

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
