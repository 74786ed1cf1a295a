import ReduxInspection
import ReduxJournal
import ReduxReplay

/// The steps of a part of a journal's history, in order: those that a rewind abandoned aren't among them.
struct ExportedHistory {
  /// The step that led to a state.
  struct Step {
    let seq: Int
    let kind: Kind
    /// The time, in microseconds since 1970.
    let time: Int

    /// The action; `nil` for a state that was set without one.
    var action: ActionRecord? { if case .action(let action) = kind { action } else { nil } }
    /// Whether the state is that of the step before, to which a rewind led.
    var isRewind: Bool { if case .rewind = kind { true } else { false } }
  }

  /// What led to a state.
  enum Kind {
    case first
    case action(ActionRecord)
    /// The first state of a session with a number.
    case session(Int)
    /// A state after a gap.
    case gap(GapRecord)
    /// A rewind to a state with a seq.
    case rewind(to: Int)
    /// A state that was set in another way.
    case state
  }

  let file: JournalFile
  /// The header of the last state's session.
  let header: HeaderRecord
  /// The start of the first state's session.
  let started: WallClock
  /// The gap before the journal's first state, if that is the first one here.
  let gap: GapRecord?
  private let way: History.Way

  /// Selects the history of a state.
  init(of file: JournalFile, from first: Int?, to last: Int) throws {
    self.file = file
    way = try History.Way(of: file, from: first ?? 0, to: last)
    let start = try way.stretches.first.flatMap { try file.entry(settingSeq: $0.seqs.lowerBound)?.offset }
    started = try file.lastHeader(before: start ?? file.byteCount).header.started
    header = try file.lastHeader(before: file.entry(settingSeq: last)?.offset ?? file.byteCount).header
    var gap: GapRecord?
    var events = try file.events()
    while let event = try events.next(), !event.setsState { if case .gap(let record) = event.record { gap = record } }
    self.gap = try way.stretches.first?.seqs.lowerBound == file.firstStateSeq ? gap : nil
  }

  /// Calls the body with each step. Actions in flight led to no state and are left out.
  func forEach(_ body: (Step) throws -> Void) throws {
    var session: Int?
    for stretch in way.stretches {
      let first = stretch.seqs.lowerBound
      guard
        let start = try session != nil
          ? file.entry(settingSeq: first - 1) ?? file.entry(settingSeq: first)
          : file.entry(settingSeq: first)
      else { continue }
      var events = try file.events(from: file.place(atOffset: start.offset))
      var gap: GapRecord?
      while let event = try events.next(), event.seq <= stretch.seqs.upperBound {
        if case .gap(let record) = event.record { gap = record }
        guard event.setsState, event.seq >= first, session == nil || event.action?.interrupted != true else { continue }
        try body(Step(seq: event.seq, kind: kind(of: event, after: session, gap), time: event.time))
        session = event.sessionNumber
        gap = nil
      }
    }
  }

  private func kind(of event: JournalEvent, after session: Int?, _ gap: GapRecord?) -> Kind {
    guard let session else { return .first }
    if case .rewind(let rewind) = event.record { return .rewind(to: rewind.to) }
    if let action = event.action { return .action(action) }
    if let gap { return .gap(gap) }
    return event.sessionNumber == session ? .state : .session(event.sessionNumber)
  }
}
