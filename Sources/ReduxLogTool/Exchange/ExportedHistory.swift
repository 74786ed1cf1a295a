import CommandLineKit
import ReduxJournal
import ReduxReplay

/// The steps of a part of a journal's history, in order: those that a rewind abandoned aren't among them.
struct ExportedHistory {
  /// The event that led to a state.
  enum Step {
    /// The first state, or one that was set without an action.
    case state(seq: Int)
    /// An action; with the time of the session's start.
    case action(ActionRecord, WallClock)

    var seq: Int {
      switch self {
      case .state(let seq): seq
      case .action(let record, _): record.seq
      }
    }
  }

  let file: JournalFile
  /// The header of the last state's session.
  let header: HeaderRecord
  /// The start of the first state's session.
  let started: WallClock
  private let way: History.Way

  /// Selects the history of a state.
  ///
  /// - Parameters:
  ///   - file: The journal.
  ///   - first: The state to begin with; `nil` for the first in the history.
  ///   - last: The state to end with.
  /// - Throws: `JournalError`.
  init(of file: JournalFile, from first: Int?, to last: Int) throws {
    self.file = file
    way = try History.Way(of: file, from: first ?? 0, to: last)
    let start = try way.stretches.first.flatMap { try file.entry(settingSeq: $0.seqs.lowerBound)?.offset }
    started = try file.lastHeader(before: start ?? file.byteCount).header.started
    header = try file.lastHeader(before: file.entry(settingSeq: last)?.offset ?? file.byteCount).header
  }

  /// Calls the body with each step. Actions in flight led to no state and are left out.
  ///
  /// - Throws: `JournalError`, and the errors of the body.
  func forEach(_ body: (Step) throws -> Void) throws {
    var isFirst = true
    for stretch in way.stretches {
      guard let start = try file.entry(settingSeq: stretch.seqs.lowerBound) else { continue }
      var session = try file.lastHeader(before: start.offset).header
      let reader = try file.entries(fromOffset: start.offset)
      while let entry = try reader.next(), entry.seq <= stretch.seqs.upperBound {
        if case .header(let header) = entry.record { session = header }
        guard entry.setsState else { continue }
        switch entry.record {
        case _ where isFirst: try body(.state(seq: entry.seq))
        case .action(let record): if !record.interrupted { try body(.action(record, session.started)) }
        case .snapshot: try body(.state(seq: entry.seq))
        // The state is that of the step before.
        default: continue
        }
        isFirst = false
      }
    }
  }
}
