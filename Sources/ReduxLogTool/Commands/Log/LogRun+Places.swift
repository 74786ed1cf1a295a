import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateCoding
import StateTree

/// Deciding which actions changed a place, where their records don't say it.
extension LogRun {
  /// Compares the states before and after the actions from here on whose records leave it open.
  mutating func decidePlaces() throws {
    guard let isolation else { return }
    let seqs = try undecidedActions()
    guard !seqs.isEmpty else { return }
    let inquiry = TouchInquiry(places: filter.places.map(\.description), seqs: seqs)
    do {
      let found = try isolation.answer(.touches(inquiry), about: file, showing: "Comparing", of: seqs.last)
      guard case .touches(let answer) = found else { return }
      for seq in seqs { filter.decided[seq] = .no }
      for seq in answer.yes { filter.decided[seq] = .yes }
      for seq in answer.unknown { filter.decided[seq] = .perhaps }
      if let seq = answer.stoppedAt {
        filter.limit(to: seq - 1)
        isStopped = true
      }
    } catch let failure as CommandFailure {
      self.failure = failure
    } catch let error as FailedReplay {
      failure = error.verification.failure
    }
  }

  private func undecidedActions() throws -> [Int] {
    var scanner = scanner
    var seqs: [Int] = []
    var changes = RecordedChanges(of: file)
    do {
      let reader = try file.entries(fromOffset: offset)
      while let entry = try reader.next(), entry.seq <= filter.seqs.upperBound {
        try interruption.check()
        let isIncomplete = try changes.mayBeIncomplete(in: entry)
        for line in scanner.take(entry) {
          let isSilent = isIncomplete || filter.isReshaped || filter.isVolatile(in: line.session)
          if filter.leavesOpen(line, isSilent: isSilent) { seqs.append(entry.seq) }
        }
      }
    } catch is JournalError {
      // The listing repeats it after the lines before.
    }
    return seqs
  }
}

extension LogFilter {
  /// Whether a place has a part that is left out of hashes.
  fileprivate func isVolatile(in session: HeaderRecord) -> Bool {
    let patterns = session.rules.volatile.compactMap { try? JSONPointer($0.description) }
    return patterns.contains { pattern in places.contains { $0.mayOverlap(pattern) } }
  }
}
