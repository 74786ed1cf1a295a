import Expectations
import RecordingChild
import ReduxJournal
import ReduxRecorder
import SystemSupport
import TestSupport
import Testing

/// Reading a journal of 200 records after each cut, each changed bit, and thousands of other kinds of damage.
@Suite(.timeLimit(.minutes(300))) struct EveryByteTests {
  private let scratch: TemporaryFile
  private let whole: [UInt8]
  /// The end of each line, after its line end.
  private let ends: [Int]

  init() throws {
    scratch = try TemporaryFile()
    let whole = try EveryByteTests.record(scratch)
    self.whole = whole
    ends = whole.indices.filter { whole[$0] == 0x0a }.map { $0 + 1 }
    expectEqual(ends.count, 200)
  }

  /// Records a sealed journal of 200 records.
  private static func record(_ scratch: TemporaryFile) throws -> [UInt8] {
    let recorder = try Recorder(path: scratch.path, app: AppIdentity(name: StepsApp.name))
    let reduce = recorder.recording(StepsApp.reduce)
    var state = StepsApp.initialState
    var records = 2
    while records < 199 {
      // A mark is always one record; on a busy machine, a snapshot may follow an action.
      if records % 20 == 7 || records > 190 {
        recorder.mark("at \(records)")
      } else {
        try reduce(&state, .step(state.steps))
      }
      try recorder.flush()
      records = try scratch.bytes().count { $0 == 0x0a }
    }
    recorder.close()
    return try scratch.bytes()
  }

  /// The number of readable records, and the error after them.
  private struct Reading {
    var records = 0
    var error: JournalError?
    var isClosed = false
    var torn: [UInt8]?
  }

  private func read() -> Reading {
    var reading = Reading()
    do {
      let reader = try JournalReader(path: scratch.path)
      while try reader.next() != nil { reading.records += 1 }
      switch reader.tail {
      case .closed: reading.isClosed = true
      case .notClosed: break
      case .torn(let torn): reading.torn = torn.bytes
      }
    } catch {
      reading.error = error
    }
    return reading
  }

  private func positions() -> [Int] {
    Soak.positions(in: whole.indices, every: 499, near: [ends[0], ends[1], ends[100], ends[198], ends[199]])
  }

  @Test
  func `after a cut at any byte, exactly the whole records before it are read`() async throws {
    let positions = positions()
    try await onOwnThread { [self] in
      for cut in positions.reversed() {
        #expect(Platform.truncate(scratch.path, to: cut))
        let lines = ends.count { $0 <= cut }
        let reading = read()
        if cut == 0 {
          expectEqual(reading.error?.problem, .emptyFile)
          continue
        }
        #expect(reading.error == nil && reading.records == lines && !reading.isClosed, "cut at \(cut)")
        let start = lines == 0 ? 0 : ends[lines - 1]
        expectEqual(reading.torn, (start == cut ? nil : Array(whole[start..<cut])), "cut at \(cut)")
      }
    }
    Soak.report("a journal of \(whole.count) bytes cut at \(positions.count) places: all as it should be")
  }

  /// Takes a second: it reads a journal for each bit.
  @Test
  func `each changed bit is found, and its line is named`() async throws {
    let positions = positions()
    try await onOwnThread { [self] in
      let file = try Platform.open(scratch.path, for: .writing)
      defer { Platform.closeDescriptor(file) }
      for position in positions {
        let line = ends.count { $0 <= position } + 1
        for bit in Soak.isOn ? Array(0..<8) : [position % 8] {
          try expectEqual(Platform.write([whole[position] ^ (1 << UInt8(bit))], to: file, at: position), 1)
          let reading = read()
          expectEqual(reading.records, line - 1, "bit \(bit) of byte \(position)")
          if position == whole.count - 1 {
            #expect(reading.error == nil && reading.torn != nil, "bit \(bit) of byte \(position)")
          } else {
            expectEqual(reading.error?.line, line, "bit \(bit) of byte \(position)")
          }
        }
        try expectEqual(Platform.write([whole[position]], to: file, at: position), 1)
      }
    }
    Soak.report("\(positions.count * (Soak.isOn ? 8 : 1)) changed bits, one at a time: all found in the right line")
  }

  /// Takes seconds: it reads a journal for each damage.
  @Test
  func `zeroed blocks and lines that are dropped, repeated, swapped or foreign are found`() async throws {
    let rounds = Soak.count(50, soak: 10_000)
    let seed = UInt64.random(in: 0...UInt64.max)
    let other = try EveryByteTests.record(TemporaryFile())
    try await onOwnThread { [self] in
      var random = SeededGenerator(seed: seed)
      let lines = whole.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast().map { $0 + [0x0a] }
      let others = other.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast().map { $0 + [0x0a] }
      for round in 0..<rounds {
        let place: Comment = "round \(round), seed \(seed)"
        var damaged = lines
        // The first wrong line. Dropping the last line would only lose the seal, so it stays.
        let index = Int.random(in: 0..<(lines.count - 2), using: &random)
        switch round % 5 {
        case 0:
          var bytes = whole
          let start = Int.random(in: 0..<bytes.count, using: &random)
          let count = min([1, 16, 512, 4096].randomElement(using: &random) ?? 1, bytes.count - start)
          bytes.replaceSubrange(start..<(start + count), with: repeatElement(0, count: count))
          try scratch.write(bytes)
          let line = ends.count { $0 <= start } + 1
          let reading = read()
          expectEqual(reading.records, line - 1, place)
          #expect(reading.error?.line == line || (reading.torn != nil && start + count == bytes.count), place)
          continue
        case 1: damaged.removeSubrange(index..<Int.random(in: (index + 1)..<(lines.count - 1), using: &random))
        case 2: damaged.insert(damaged[index], at: index + 1)
        case 3: damaged.swapAt(index, Int.random(in: (index + 1)..<(lines.count - 1), using: &random))
        default: damaged[index] = others[index]
        }
        try scratch.write(Array(damaged.joined()))
        let reading = read()
        let line = index + (round % 5 == 2 ? 2 : 1)
        // Another journal's header is valid by itself, so the next line is the wrong one.
        let found = round % 5 == 4 && index == 0 ? 2 : line
        #expect(reading.error?.line == found && reading.records == found - 1, place)
      }
    }
    Soak.report("\(rounds) zeroed blocks and lines dropped, repeated, swapped or spliced in: all found")
  }
}
