import Foundation
import ReduxJournal
import ReduxLogTool
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import StateCoding
import StateTree
import SystemSupport
import Tasks
import Tracker
import VersionedNotes

/// A process for tests to break. It executes commands from standard input, and prints each completed step.
///
/// | command | action | output |
/// |---|---|---|
/// | `open DURABILITY FIRST PATH` | opens a recorder; the next action is number FIRST | `opened`, or `refused WHY` |
/// | `open DURABILITY/BYTES FIRST PATH` | the same, with a retention of BYTES | |
/// | `act COUNT` | dispatches actions | for each: `begun N` in the reducer, `done N` after it |
/// | `fail MISFORTUNE` | dispatches an action with that misfortune | as `act`, or `threw N` |
/// | `seed` | hashes a constant with this process's seed | `seed N` |
/// | `states SEED COUNT` | encodes, decodes and hashes random states | `states HASH`, for each that changes `differs N` |
/// | `flush`, `sync` | hands records to the kernel, or to the disk | `flushed`, or `failed WHY` |
/// | `keep COUNT PATH` | stores the next numbers in a folder | `restored N`, for each `kept N`, or `failed WHY` |
/// | `cache COUNT PATH` | the same without waiting for the disk | |
/// | `export PATH` | exports the journal | `exported`, or `failed WHY` |
/// | `read PATH` | reads a journal to its end | `read RECORDS`, or `refused WHY` |
/// | `limit BYTES`, `limit none` | limits the size of files | `limited` |
/// | `tool COMMAND ARGUMENTS` | runs the inspector in this process | `exit CODE` |
/// | `fill PATH`, `empty PATH` | fills the disk, makes room | `filled`, `emptied` |
/// | `copy FROM TO` | copies a file | `copied` |
/// | `descriptors` | uses up all descriptors | `used` |
/// | `nobody` | drops root privileges | `nobody` |
/// | `close` | closes the recorder | `closed` |
/// | `run`, then tab-separated SECONDS KIB OUT ERR PROGRAM ARGUMENTS | runs a program within limits | `ran`: see `MeasuredRun` |
///
/// It prints the recorder's failures as `failure WHAT`, at the latest before it exits.
///
/// With arguments, it is an inspector for some apps, and for the version of the notes app that a variable names.
@main struct RecordingChild {
  /// The environment variable that names a version of the notes app.
  private static let notesVersion = "NOTES"
  private static let notes: [String: any ReplayableApp.Type] = [
    "1": NotesVersion1.self, "2": NotesVersion2.self, "2 changed": ChangedNotesVersion2.self, "3": NotesVersion3.self,
  ]

  private var recorder: Recorder?
  private var reduce: (inout StepsApp.State, StepsApp.Action) throws -> Void = StepsApp.reduce
  private var state = StepsApp.initialState
  private var next = 0

  static func main() {
    if CommandLine.arguments.count > 1 {
      let notes = Platform.variable(RecordingChild.notesVersion).flatMap { RecordingChild.notes[$0] }
      InspectorTool.main(
        apps: [
          StepsApp.self, MixedApp.self, SettingsApp.self, ShortNamesApp.self, PickingApp.self, SnareApp.self,
          WhimApp.self, LendingApp.self, ChatApp.self,
          // For the trial of Samples/Fleet, whose journals are of ordinary apps and of those above.
          TasksApp.self, TrackerApp.self,
        ] + [notes].compactMap(\.self))
    }
    var child = RecordingChild()
    Platform.say("ready")
    while let line = Platform.nextLine() {
      if line.hasPrefix("run\t") {
        Platform.say(MeasuredRun(line.split(separator: "\t").dropFirst().map(String.init)).description)
        continue
      }
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      guard let command = words.first else { continue }
      child.run(command, Array(words.dropFirst()))
    }
    child.recorder?.waitForReports()
  }

  private mutating func run(_ command: String, _ words: [String]) {
    switch (command, words.first) {
    case ("open", let durability?): open(durability, first: Int(words[1]) ?? 0, path: words[2])
    case ("act", let count?):
      for _ in 0..<(Int(count) ?? 0) { act(StepsApp.action(next)) }
    case ("fail", let misfortune?):
      if let misfortune = Misfortune(rawValue: misfortune) { act(.misfortune(next, misfortune)) }
    case ("seed", _): Platform.say("seed \("constant".hashValue)")
    case ("states", let seed?): hashStates(seed: UInt64(seed) ?? 0, count: Int(words[1]) ?? 0)
    case ("flush", _): flush(toDisk: false)
    case ("sync", _): flush(toDisk: true)
    case ("keep", let count?): keep(Int(count) ?? 1, in: words[1], survivesPowerLoss: true)
    case ("cache", let count?): keep(Int(count) ?? 1, in: words[1], survivesPowerLoss: false)
    case ("export", let path?): export(to: path)
    case ("read", let path?): read(path)
    case ("limit", let bytes?):
      Platform.limitFileSize(to: Int(bytes))
      Platform.say("limited")
    case ("tool", _):
      let words = words.flatMap { $0.split(separator: " ").map(String.init) }
      Platform.say("exit \(InspectorTool.run(words, apps: [StepsApp.self]).rawValue)")
    case ("fill", let path?):
      Platform.fillDisk(with: path)
      Platform.say("filled")
    case ("empty", let path?):
      Platform.removeFile(path)
      Platform.say("emptied")
    case ("copy", let path?): Platform.say(Platform.copy(path, to: words[1]) ? "copied" : "refused")
    case ("descriptors", _):
      Platform.useUpDescriptors()
      Platform.say("used")
    case ("nobody", _): Platform.say(Platform.becomeNobody() ? "nobody" : "refused")
    case ("close", _):
      recorder?.close()
      Platform.say("closed")
    default: Platform.say("unknown command \(command)")
    }
  }

  /// Says the hash of the hashes of random states, and the numbers of those that decode to another state.
  private func hashStates(seed: UInt64, count: Int) {
    var values = RandomValues(seed: seed)
    let (encoder, decoder) = (StateEncoder(), StateDecoder())
    var hashes: [String] = []
    do {
      for number in 0..<count {
        let state = RandomState(using: &values)
        let text = try encoder.encode(state)
        let back = try decoder.decode(RandomState.self, from: text)
        let hash = try encoder.hash(state)
        let isSame =
          try encoder.encode(back) == text && encoder.hash(back) == hash
          && encoder.hash(JSONValue(parsing: text)) == hash
        if !isSame { Platform.say("differs \(number)") }
        hashes.append(hash.description)
      }
      Platform.say("states \(try encoder.hash(hashes))")
    } catch {
      Platform.say("failed \(hashes.count) \(error)")
    }
  }

  private mutating func open(_ durability: String, first: Int, path: String) {
    next = first
    state = StepsApp.state(before: first)
    recorder?.waitForReports()
    do throws(JournalError) {
      let recorder = try Recorder(
        path: path, app: AppIdentity(name: StepsApp.name),
        options: RecordingChild.options(durability)
      ) { Platform.say("failure \($0)") }
      self.recorder = recorder
      reduce = recorder.recording { state, action in
        Platform.say("begun \(state.steps)")
        try StepsApp.reduce(&state, action)
      }
      Platform.say("opened")
    } catch {
      Platform.say("refused \(error)")
    }
  }

  private static func options(_ text: String) -> RecorderOptions {
    let words = text.split(separator: "/")
    // The audit would take an eighth of the time of these short processes.
    var options = RecorderOptions()
    switch words[0] {
    case "power": options.durability = .power()
    case "power-every": options.durability = .power(every: .milliseconds(2))
    case "buffered": options.durability = .buffered(bytes: 2000)
    // Write only the first snapshot, even if the machine is slow.
    case "steady": options.snapshotBudget = .zero
    default: break
    }
    if words.count > 1 { options.retention = Retention(bytes: Int(words[1])) }
    return options
  }

  private mutating func act(_ action: StepsApp.Action) {
    do {
      try reduce(&state, action)
      Platform.say("done \(next)")
    } catch {
      Platform.say("threw \(next)")
    }
    next += 1
  }

  private func flush(toDisk: Bool) {
    do throws(JournalError) {
      try recorder?.flush(toDisk: toDisk)
      Platform.say("flushed")
    } catch {
      Platform.say("failed \(error)")
    }
  }

  private func keep(_ count: Int, in path: String, survivesPowerLoss: Bool) {
    do throws(PersistenceError) {
      let numbers = try KeptNumbers(in: path, survivesPowerLoss: survivesPowerLoss)
      switch try numbers.restored() {
      case .number(let number):
        Platform.say("restored \(number)")
        numbers.keep(count, after: number)
      case .nothing:
        Platform.say("restored 0")
        numbers.keep(count, after: 0)
      case .loss(let slices), .half(let slices):
        Platform.say("restored no whole state: \(slices)")
        numbers.keep(count, after: 0)
      }
    } catch {
      Platform.say("failed \(error)")
    }
  }

  private func export(to path: String) {
    do {
      try recorder?.exportJournal(to: URL(fileURLWithPath: path))
      Platform.say("exported")
    } catch {
      Platform.say("failed \(error)")
    }
  }

  private func read(_ path: String) {
    do throws(JournalError) {
      let reader = try JournalReader(path: path)
      var count = 0
      while try reader.next() != nil { count += 1 }
      Platform.say("read \(count)")
    } catch {
      Platform.say("refused \(error)")
    }
  }
}
