import Expectations
import ReduxJournal
import ReduxRecorder
import StateCoding
import StateTree
import TestSupport
import Testing

/// Journals with a patch of the state for each action.
struct PatchesTests {
  private static var options: RecorderOptions {
    RecorderOptions(states: .patches, rules: .off, snapshotBudget: .seconds(1000))
  }

  /// The states after each record, made by applying a journal's patches to its snapshots.
  private func states(_ file: TemporaryFile) throws -> [JSONValue] {
    var states: [JSONValue] = []
    var state = JSONValue.null
    for entry in try file.entries() {
      switch entry.record {
      case .snapshot(let snapshot):
        if case .sameAs(let seq) = snapshot.content { state = states[seq] }
        if let node = snapshot.state {
          #expect(entry.setsState || node.stateHash == state.stateHash)
          state = node.value
        }
      case .rewind(let rewind): state = states[rewind.to]
      case .action(let action):
        try JSONPatch(json: #require(action.patch).value).apply(to: &state)
        expectEqual(action.hash, state.stateHash, "\(action.seq)")
      default: break
      }
      if entry.setsState { states.append(state) }
    }
    return states
  }

  private func patches(_ file: TemporaryFile) throws -> [String] {
    try file.actions().map { $0.patch?.value.compact ?? "none" }
  }

  @Test func `patches follow the changes in a record`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: Self.options)
    let reduce = recorder.recording(CounterApp.reduce)
    var state = CounterApp.State()
    try reduce(&state, .add(2))
    try reduce(&state, .note("a/b", 1))
    try reduce(&state, .write("x"))
    #expect(throws: Refusal.self) { try reduce(&state, .add(2000)) }
    try reduce(&state, .add(0))
    recorder.close()
    try expectEqual(
      patches(file),
      [
        #"[{"op":"replace","path":"/count","value":2}]"#, #"[{"op":"add","path":"/notes/a~1b","value":1}]"#,
        #"[{"op":"add","path":"/log/0","value":"x"}]"#, #"[{"op":"replace","path":"/count","value":2002}]"#, "[]",
      ])
    let text = try file.timelessText()
    #expect(text.contains(#""detail":"full","states":"patches","rules":{}"#))
    #expect(text.contains(#""},"patch":[{"op":"replace","path":"/count","value":2}],"us":0,"base":0}"#))
    try expectEqual(states(file).last, state.tree())
  }

  @Test func `patches aren't recorded by default`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: unhurried)
    var state = CounterApp.State()
    try recorder.recording(CounterApp.reduce)(&state, .add(2))
    recorder.close()
    try expectEqual(patches(file), ["none"])
    #expect(!(try file.text().contains(#""states""#)))
  }

  @Test func `a journal of names only has no patches`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(
      path: file.path, app: counter, options: RecorderOptions(detail: .names, states: .patches))
    var state = CounterApp.State()
    try recorder.recording(CounterApp.reduce)(&state, .write("a hush"))
    recorder.close()
    try expectEqual(patches(file), ["none"])
    #expect(!(try file.text().contains("hush")))
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `random patches lead from each state to the next, across rewinds, pauses and sessions`(seed: UInt64) throws {
    let file = try TemporaryFile()
    var random = SeededGenerator(seed: seed)
    var state = CounterApp.State()
    // After a gap, the state before the action has a seq too.
    var known: [CounterApp.State?] = []
    for _ in 0..<3 {
      let recorder = try Recorder(path: file.path, app: counter, options: Self.options)
      let reduce = recorder.recording(CounterApp.reduceQuietly)
      for _ in 0..<80 {
        switch random.next() % 24 {
        case 0:
          recorder.pause()
          if Bool.random(using: &random) { reduce(&state, .add(7)) }
          recorder.resume()
        case 1:
          guard let seq = known.indices.randomElement(using: &random), let earlier = known[seq] else { break }
          guard (try? recorder.recordRewind(to: seq, state: earlier)) != nil else { break }
          state = earlier
        case 2..<8: reduce(&state, .note("key \(random.next() % 5)", Int(random.next() % 100)))
        case 8..<12: reduce(&state, .write("line \(random.next() % 100)"))
        case 12: reduce(&state, .reset)
        default: reduce(&state, .add(Int(random.next() % 1200)))
        }
        if let seq = recorder.lastSeq, seq >= known.count {
          while known.count < seq { known.append(nil) }
          known.append(state)
        }
      }
      recorder.close()
    }
    try expectEqual(states(file).last, state.tree(), "seed \(seed)")
    #expect(try patches(file).count { $0 != "none" } > 100)
  }

  @Test func `patches of a reflected state are recorded`() throws {
    struct State {
      var count = 0
      var names: [String] = []
      let onChange: () -> Void = {}
    }
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: Self.options)
    let reduce = recorder.recording { (state: inout State, name: String) in
      state.count += 1
      state.names.append(name)
    }
    var state = State()
    reduce(&state, "mira")
    reduce(&state, "ole")
    recorder.close()
    try expectEqual(
      patches(file),
      [
        #"[{"op":"replace","path":"/count","value":1},{"op":"add","path":"/names/0","value":"mira"}]"#,
        #"[{"op":"replace","path":"/count","value":2},{"op":"add","path":"/names/1","value":"ole"}]"#,
      ])
    try expectEqual(states(file).count, 3)
  }

  @Test func `patches hold no secrets`() throws {
    struct State: Codable {
      var token = "t0k3n-1"
      var open = "a"
    }
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: RecorderOptions(states: .patches))
    let reduce = recorder.recording { (state: inout State, text: String) in
      state.token = "t0k3n-\(text)"
      state.open = text
    }
    var state = State()
    reduce(&state, "b")
    recorder.close()
    try expectEqual(patches(file), [#"[{"op":"replace","path":"/open","value":"b"}]"#])
    #expect(!(try file.text().contains("t0k3n")))
  }

  @Test func `a snapshot replaces a patch longer than the limit for actions`() throws {
    let file = try TemporaryFile()
    var options = Self.options
    options.maximumActionBytes = 200
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    let reduce = recorder.recording { (state: inout CounterApp.State, action: CounterApp.Action) in
      if case .reset = action {
        state.log = (0..<100).map { "line \($0)" }
      } else {
        try? CounterApp.reduce(&state, action)
      }
    }
    var state = CounterApp.State()
    reduce(&state, .add(1))
    reduce(&state, .reset)
    reduce(&state, .add(2))
    recorder.close()
    try expectEqual(patches(file).map { $0 == "none" }, [false, true, false])
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "action", "snapshot", "action", "seal"])
    let snapshots = try file.records().compactMap {
      if case .snapshot(let snapshot) = $0 { snapshot.state } else { nil }
    }
    var second = state
    second.count = 1
    try expectEqual(snapshots.last?.value, second.tree())
  }

  @Test func `a snapshot follows a change before the first action, and patches go on`() throws {
    let file = try TemporaryFile()
    let recorder = try Recorder(path: file.path, app: counter, options: Self.options)
    let reduce = recorder.recording(CounterApp.reduce)
    var state = CounterApp.State()
    recorder.start(state)
    state.count = 40
    try reduce(&state, .add(2))
    try reduce(&state, .add(1))
    recorder.close()
    try expectEqual(
      patches(file),
      ["none"] + [42, 43].map { #"[{"op":"replace","path":"/count","value":\#($0)}]"# })
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "snapshot", "action", "action", "seal"])
  }

  @Test func `a session with patches after one without begins with a snapshot`() throws {
    let file = try TemporaryFile()
    var state = CounterApp.State()
    for options in [unhurried, Self.options] {
      let recorder = try Recorder(path: file.path, app: counter, options: options)
      try recorder.recording(CounterApp.reduce)(&state, .add(2))
      recorder.close()
    }
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "seal", "header", "snapshot", "action", "seal"])
    guard case .snapshot(let snapshot) = try file.records()[5] else { Issue.record("no snapshot"); return }
    #expect(snapshot.state != nil)
  }

  @Test func `a snapshot replaces a patch too long for any line`() throws {
    let file = try TemporaryFile()
    var options = Self.options
    options.maximumLineBytes = 8192
    let recorder = try Recorder(path: file.path, app: counter, options: options)
    // A state that fits into a line alone, but not with the action.
    let reduce = recorder.recording { (state: inout String, count: Int) in state = String(repeating: "x", count: count)
    }
    var state = ""
    reduce(&state, 7950)
    reduce(&state, 1)
    recorder.close()
    try expectEqual(patches(file).map { $0 == "none" }, [true, false])
    try expectEqual(file.kinds(), ["header", "snapshot", "action", "snapshot", "action", "seal"])
    #expect(recorder.firstFailure == nil)
  }
}

extension Encodable {
  fileprivate func tree() throws -> JSONValue { try StateEncoder().tree(self) }
}
