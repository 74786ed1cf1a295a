import Expectations
import Foundation
import RecordingChild
import ReduxJournal
import StateCoding
import TestSupport
import Testing

/// Power losses while a process records.
///
/// The tests log the system calls of a recording process. `SimulatedFolder` derives the possible contents of the disk
/// after each call, and the tests read all of them.
@Suite(.timeLimit(.minutes(300)), .enabled(if: Tracer.works, Comment(rawValue: Tracer.missing)))
struct PowerLossTests {
  /// The actions that a power loss must not lose.
  private enum Promise: String {
    case acknowledged = "power"
    case synchronized = "power-every"
  }

  /// The file in which a session begins.
  enum Start: String, CaseIterable { case newJournal, tornJournal }

  /// Takes seconds: it reads and continues hundreds of states of the disk.
  @Test(arguments: ["power", "power-every", "process", "buffered"], Start.allCases)
  func `a power loss leaves a readable prefix, and with .power every acknowledged action`(
    durability: String, start: Start
  ) async throws {
    let actions = Soak.count(durability == "power-every" ? 9 : 5, soak: 100)
    let tally = try await onOwnThread {
      let scratch = try TemporaryFile()
      let first: [UInt8]? = start == .newJournal ? nil : try KillTests.tornJournal()
      if let first { try scratch.write(first) }
      let calls = try Tracer.calls(
        ["open \(durability) \(PowerLossTests.firstNumber) \(scratch.path)", "act \(actions)", "flush", "close"],
        in: scratch)
      #expect(calls.contains(.say("closed")))
      // A buffered session makes few calls.
      let limit = Soak.count(durability == "buffered" ? 40 : 4, soak: .max)
      return try PowerLossTests.fail(
        after: calls, from: first, Promise(rawValue: durability), scratch, atMost: limit)
    }
    Soak.report("power loss, \(durability), \(start): \(tally)")
    expectEqual(tally.lost, 0)
    #expect(
      tally.states > Soak.count(5, soak: 10) * actions && (tally.acknowledged > 0) == durability.hasPrefix("power"))
    // Some states must lie between losing nothing and losing everything.
    #expect(tally.whole > 0 && tally.torn > 0 && tally.damaged > 0)
  }

  /// Takes seconds: it reads 350 states of a folder.
  @Test(arguments: ["power", "process"])
  func `a power loss during rotation leaves each file readable, and with .power all actions`(
    durability: String
  ) async throws {
    let actions = Soak.count(durability == "power" ? 28 : 3, soak: durability == "power" ? 60 : 15)
    let tally = try await onOwnThread {
      let scratch = try TemporaryFile()
      let calls = try Tracer.calls(
        ["open \(durability)/1 \(PowerLossTests.firstNumber) \(scratch.path)", "act \(actions)", "close"],
        in: scratch)
      #expect(calls.contains(.say("closed")))
      return try PowerLossTests.failInSegments(after: calls, isPromised: durability == "power")
    }
    Soak.report("power loss in segments, \(durability): \(tally)")
    expectEqual(tally.lost, 0)
    #expect(tally.states > Soak.count(5, soak: 10) * actions && tally.segments > tally.states)
    #expect(tally.whole > 0 && tally.torn > 0 && tally.damaged > 0)
  }

  private static let name = "session.jsonl"
  /// The first action, chosen so that an early one takes many sectors.
  private static let firstNumber = 23

  struct Tally: Sendable, CustomStringConvertible {
    var states = 0
    var acknowledged = 0
    var lost = 0
    /// The states that are readable to their end, to a torn last line, to a damaged line, or not at all.
    var whole = 0
    var torn = 0
    var damaged = 0
    var empty = 0
    /// The damaged states with damage only in the last line.
    var lastDamaged = 0
    /// The states that accept new records, with or without a repair.
    var resumed = 0
    /// The number of files.
    var segments = 0

    var description: String {
      """
      \(states) states of the disk: \(whole) whole, \(torn) with a torn line, \(damaged) with a damaged one \
      (\(lastDamaged) of them the last), \(empty) without any; \(lost) of \(acknowledged) acknowledged actions lost; \(resumed) can be gone on with\(segments == 0 ? "" : "; \(segments) files")
      """
    }
  }

  /// Simulates a power loss after each call.
  private static func fail(
    after calls: [JournalCall], from first: [UInt8]?, _ promise: Promise?, _ scratch: TemporaryFile, atMost limit: Int
  ) throws -> Tally {
    var tally = Tally()
    var forced = 0
    var synchronized = 0
    var disk = SimulatedFolder(first.map { [name: $0] } ?? [:])
    var random = SeededGenerator(seed: 20_260)
    var acknowledged = 0
    for (position, call) in calls.enumerated() {
      disk.apply(call)
      if case .say(let line) = call, line.hasPrefix("done ") { acknowledged += 1 }
      // A new file has its name only after the next call, which synchronises its folder.
      if case .synchronize = call { forced = acknowledged } else { synchronized = forced }
      // Output changes no file; the next call that does checks the acknowledgements.
      if case .say = call, position < calls.count - 1 { continue }
      for state in disk.states(atMost: limit, random: Soak.count(4, soak: 48), .any, &random) {
        tally.states += 1
        let said =
          switch promise {
          case .acknowledged: acknowledged
          case .synchronized: synchronized
          case nil: 0
          }
        let survivor = state[name]
        let written = survivor.map { disk.files[$0.file].content } ?? []
        let place: Comment = "call \(position), \(survivor?.bytes.count ?? -1) bytes"
        try check(survivor?.bytes, written, first, said, &tally, scratch, place)
      }
    }
    return tally
  }

  /// Simulates a power loss after each call of a process that starts and drops segments.
  ///
  /// A synchronised segment must survive in any order of the changes of names.
  private static func failInSegments(after calls: [JournalCall], isPromised: Bool) throws -> Tally {
    var tally = Tally()
    var disk = SimulatedFolder([:])
    var random = SeededGenerator(seed: 20_261)
    var acknowledged = 0
    // Most states have the same older files: each content is read once.
    var readings: [[UInt8]: Reading] = [:]
    for (position, call) in calls.enumerated() {
      disk.apply(call)
      if case .say(let line) = call, line.hasPrefix("done ") { acknowledged += 1 }
      if case .say = call, position < calls.count - 1 { continue }
      let limit = Soak.count(isPromised ? 3 : 8, soak: .max)
      let count = Soak.count(isPromised ? 2 : 1, soak: isPromised ? 32 : 8)
      for state in disk.states(atMost: limit, random: count, isPromised ? .any : .kept, &random) {
        tally.states += 1
        tally.segments += state.count
        let place: Comment = "call \(position), \(state.mapValues(\.bytes.count))"
        try check(state, disk, isPromised: isPromised, isPromised ? acknowledged : 0, &tally, &readings, place)
      }
    }
    return tally
  }

  private static func check(
    _ state: [String: SimulatedFolder.Survivor], _ disk: SimulatedFolder, isPromised: Bool, _ acknowledged: Int,
    _ tally: inout Tally, _ readings: inout [[UInt8]: Reading], _ place: Comment
  ) throws {
    let scratch = try TemporaryFile()
    for (name, survivor) in state {
      try Data(survivor.bytes).write(to: URL(fileURLWithPath: scratch.folder + "/" + name))
    }
    let expected = firstNumber..<firstNumber + 1000
    let newest = state[name]?.file
    for (name, survivor) in state where isOlder(name) {
      // Each file is a complete journal, up to what reached the disk.
      let reading = readings[survivor.bytes] ?? Reading(scratch.folder + "/" + name)
      readings[survivor.bytes] = reading
      let ends = survivor.bytes.indices.filter { survivor.bytes[$0] == 0x0a }.map { $0 + 1 }
      let prefix = reading.records == 0 ? 0 : ends[reading.records - 1]
      #expect(disk.files[survivor.file].content.starts(with: survivor.bytes[..<prefix]), place)
      // A complete segment is on the disk before the next takes its path.
      #expect(!isPromised || survivor.file == newest || reading.end == .whole, place)
    }
    let reading = Reading(scratch.path)
    let actions = reading.actions.isEmpty ? [] : Array((reading.actions[0]...).prefix(reading.actions.count))
    #expect(reading.actions == actions && actions.allSatisfy(expected.contains), place)
    tally.acknowledged += acknowledged
    let end = reading.actions.last ?? firstNumber - 1
    tally.lost += max(0, firstNumber + acknowledged - 1 - end)
    // The recorder drops only the oldest segments, never the last but one. Files are numbered in order of creation.
    if let newest = state[name]?.file, newest > 0 {
      #expect(state.contains { $0.value.file == newest - 1 && isOlder($0.key) }, place)
    }
    switch reading.end {
    case .whole: tally.whole += 1
    case .torn: tally.torn += 1
    case .damaged: tally.damaged += 1
    case .nothing: tally.empty += 1
    }
    if try isAppendable(reading, scratch, isOneFile: false, place) { tally.resumed += 1 }
  }

  private static func isOlder(_ name: String) -> Bool { name != PowerLossTests.name && name.hasSuffix(".jsonl") }

  /// Reads a state of the disk, and appends to it.
  private static func check(
    _ state: [UInt8]?, _ written: [UInt8], _ first: [UInt8]?, _ acknowledged: Int, _ tally: inout Tally,
    _ scratch: TemporaryFile, _ place: Comment
  ) throws {
    let before = first == nil ? [] : [0, 1, 2]
    let expected = before + (firstNumber..<firstNumber + 1000)
    tally.acknowledged += acknowledged
    guard let state, !state.isEmpty else {
      tally.empty += 1
      tally.lost += acknowledged
      return
    }
    try scratch.write(state)
    let reading = Reading(scratch.path)
    // Every readable record was written.
    let ends = state.indices.filter { state[$0] == 0x0a }.map { $0 + 1 }
    let prefix = reading.records == 0 ? 0 : ends[reading.records - 1]
    #expect(written.starts(with: state[..<prefix]) || first?.starts(with: state[..<prefix]) == true, place)
    #expect(expected.starts(with: reading.actions), place)
    if let torn = reading.tornAction { expectEqual(torn, expected[reading.actions.count], place) }
    tally.lost += max(0, acknowledged - max(0, reading.actions.count - before.count))
    switch reading.end {
    case .whole: tally.whole += 1
    case .torn: tally.torn += 1
    case .damaged: tally.damaged += 1
    case .nothing: tally.empty += 1
    }
    let resumed = try isAppendable(reading, scratch, isOneFile: true, place)
    if resumed { tally.resumed += 1 }
    // Only the last line is damaged, but has its line end.
    if reading.records > 0, reading.end == .damaged, ends.count == reading.records + 1, state.last == 0x0a {
      tally.lastDamaged += 1
      #expect(resumed, place)
    }
  }

  /// Appends to the remaining journal, unless the writer rejects it, and proves all of it.
  private static func isAppendable(
    _ reading: Reading, _ scratch: TemporaryFile, isOneFile: Bool, _ place: Comment
  ) throws -> Bool {
    do throws(JournalError) {
      let writer = try JournalWriter.open(path: scratch.path)
      try writer.writeHeader(app: AppIdentity(name: StepsApp.name), started: .now())
      try writer.close()
    } catch {
      // The writer rejects exactly the journals that can't be read to their end.
      #expect(reading.end == .damaged || reading.end == .nothing, "\(place): \(error)")
      return false
    }
    // The writer accepts the newest segment despite damage in an older one.
    guard isOneFile || reading.end == .whole || reading.end == .torn else { return true }
    let journal = try SurvivingJournal(scratch.path)
    #expect(journal.isProven, place)
    #expect(Set(journal.completed + journal.interrupted).isSuperset(of: reading.actions), place)
    return true
  }

  /// The readable part of a journal.
  private struct Reading {
    enum End { case whole, torn, damaged, nothing }

    var records = 0
    /// The numbers of the actions, including interrupted ones.
    var actions: [Int] = []
    var tornAction: Int?
    var end = End.nothing

    init(_ path: String) {
      do {
        let reader = try JournalReader(path: path)
        end = .damaged
        while let entry = try reader.next() {
          records += 1
          guard case .action(let action) = entry.record else { continue }
          actions.append(Reading.number(of: action) ?? -1)
        }
        guard case .torn(let torn) = reader.tail else {
          end = .whole
          return
        }
        end = .torn
        tornAction = torn.action.flatMap(Reading.number)
      } catch {
        // `end` holds the result.
      }
    }

    private static func number(of record: ActionRecord) -> Int? {
      switch try? StateDecoder().decode(StepsApp.Action.self, from: record.action) {
      case .step(let number)?, .text(let number, _)?, .misfortune(let number, _)?: number
      case nil: nil
      }
    }
  }
}
