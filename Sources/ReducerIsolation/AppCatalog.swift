package import CommandLineKit
package import ReduxJournal
package import ReduxReplay
package import StatePrivacy

/// The apps whose reducers a tool contains.
package struct AppCatalog: Sendable {
  /// An app, and what observes its replays.
  ///
  /// A question that needs the app's types is an extension of `ReplayableApp`, called on `type`.
  package struct App: Sendable {
    package let type: any ReplayableApp.Type
    /// Returns the observer of a journal's replay, called when the replay begins.
    package let observer: @Sendable (JournalFile) -> (any ReducerObserver)?

    package var identity: AppIdentity { type.identity }

    /// Returns the replay of a journal.
    package func replayer(of file: JournalFile) -> any AppReplayer { type.replayer(of: file, observer(file)) }

    /// Whether states of a journal are converted to the app's schema before they are shown.
    package func upgrades(_ file: JournalFile) -> Bool {
      !type.schemaChanges.isEmpty && replayer(of: file).needsUpgrade
    }
  }

  private let apps: [App]

  /// Creates a catalog of apps whose replays an observer watches.
  package init(
    _ apps: [any ReplayableApp.Type] = [],
    observer: @escaping @Sendable (JournalFile) -> (any ReducerObserver)? = { _ in nil }
  ) {
    self.apps = apps.map { App(type: $0, observer: observer) }
  }

  /// The apps' names, in order.
  package var names: [String] { apps.map { $0.type.name } }

  /// Returns the app with a name.
  package func app(named name: String) throws(UsageError) -> App {
    guard let app = apps.first(where: { $0.type.name == name }) else {
      let known = names.isEmpty ? "it contains none" : "it contains " + names.joined(separator: ", ")
      throw UsageError("this tool contains no app '\(name)'; \(known)" + Suggestion.clause(for: name, among: names))
    }
    return app
  }

  /// Returns the app that a journal names.
  package func app(of file: JournalFile) throws(CommandFailure) -> App {
    let name = file.header.app.name
    guard let app = apps.first(where: { $0.type.name == name }) else {
      throw CommandFailure(
        "the journal was recorded from the app '\(name)', whose reducers this tool doesn't contain", file: file.path,
        line: 1,
        advice: "Run a tool that contains them with --tool PATH or REDUXLOG_TOOL=PATH"
          + (file.isSelfContained
            ? "."
            : ", or ask for a copy made by 'reduxlog bake'. "
              + "If the app has no reducers, as with an @Observable model, record with RecorderOptions(states: .patches)."),
        exitCode: .reducer)
    }
    return app
  }

  /// Replays self-contained journals from their patches, without their app's reducers.
  package static let patches = App(type: PatchedStates.self) { _ in nil }

  /// Returns the app that a journal names; if this tool lacks it and the journal is self-contained, its substitute.
  package func appOrPatches(of file: JournalFile) throws(CommandFailure) -> App {
    do { return try app(of: file) } catch {
      guard file.isSelfContained else { throw error }
      return AppCatalog.patches
    }
  }

  /// Returns the states of a journal, from its patches where it records them, else from the app's reducers. Only the latter
  /// name the entries of dictionaries and sets.
  package func states(of file: JournalFile, namingEntries: Bool = false) throws(CommandFailure) -> any AppStates {
    guard file.isSelfContained else { return try app(of: file).replayer(of: file).states(namingEntries: namingEntries) }
    return SelfContainedStates(of: file, reduced: (try? app(of: file))?.replayer(of: file).states)
  }
}

extension ReplayableApp {
  package static var identity: AppIdentity { AppIdentity(Self.self) }

  /// The names of the app's checks.
  package static var checkNames: [String] { checks.map(\.name) }

  /// The labels that the app's actions can have: see `ActionCoding.labels`.
  package static var actionLabels: [String]? { coding.labels() }

  fileprivate static func replayer(of file: JournalFile, _ observer: (any ReducerObserver)?) -> any AppReplayer {
    Replayer<Self>(file: file, observer: observer)
  }
}

/// The replay of a journal, whatever the types of its app: see `Replayer`, whose methods these are.
package protocol AppReplayer {
  var needsUpgrade: Bool { get }
  /// Whether the journal has states whose recorded shape can't be restored.
  var reshapesStates: Bool { get }
  func upgraded(_ recorded: ActionRecord, at offset: Int) throws -> ActionRecord
  func upgradedIfReadable(_ recorded: ActionRecord, at offset: Int) throws -> ActionRecord
  func compatibility() throws -> SchemaCompatibility
  func answer(_ question: StateQuestion, uncheckedAt seq: Int) throws -> [UInt8]
  func checkPatches(besides report: VerifyReport, jobs: Int, onStep: (Int) throws -> Void) throws
  func index(
    every byteCount: Int?, acceptingRedacted: Bool, search: DivergenceSearch, onStep: (Int) throws -> Void,
    write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, added: Int)
  func bake(
    acceptingRedacted: Bool, search: DivergenceSearch, onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void
  ) throws -> (report: VerifyReport, patched: Int)
  func redact(
    by rules: RedactionRules, to writer: JournalWriter, search: DivergenceSearch, onStep: (Int) throws -> Void
  ) throws -> (report: VerifyReport, redactions: Int, omittedTexts: Int)
  func update(onStep: (Int) throws -> Void, write: ([UInt8]) throws -> Void) throws -> Int

  /// Returns the state with a seq as JSON text, under these rules or the recorded ones.
  func text(at seq: Int, by rules: RedactionRules?) throws -> [UInt8]
  /// Returns the state with a seq as JSON text, as it would be with other actions before it.
  func text(at seq: Int, with edits: ActionEdits) throws -> [UInt8]
  /// Replays the journal up to a seq, checking every step, and returns the state as JSON text: `nil` if the journal has
  /// none, or diverges.
  func proven(
    to seq: Int, fromSnapshot: Bool, search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> (text: [UInt8]?, report: VerifyReport)
  /// Replays the whole journal, checking every step.
  func report(search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void) throws -> VerifyReport
  /// Returns a cursor for reading the states in order.
  func states(namingEntries: Bool) -> any AppStates
}

extension AppReplayer {
  /// A cursor for reading the states in order, as a journal has them.
  package var states: any AppStates { states(namingEntries: false) }
}

extension Replayer: AppReplayer {
  package func text(at seq: Int, by rules: RedactionRules?) throws -> [UInt8] {
    try text(of: state(at: seq), by: rules ?? self.rules(at: seq))
  }

  package func text(at seq: Int, with edits: ActionEdits) throws -> [UInt8] {
    try text(of: state(at: seq, with: edits), by: rules(at: seq))
  }

  package func proven(
    to seq: Int, fromSnapshot: Bool, search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void
  ) throws -> (text: [UInt8]?, report: VerifyReport) {
    let (state, report) = try replay(to: seq, fromSnapshot: fromSnapshot, jobs: jobs, search: search, onStep: onStep)
    return (try state.map { try text(of: $0, by: rules(at: seq)) }, report)
  }

  package func report(search: DivergenceSearch, jobs: Int, onStep: (Int) throws -> Void) throws -> VerifyReport {
    try replay(jobs: jobs, search: search, onStep: onStep).report
  }

  package func states(namingEntries: Bool) -> any AppStates { StateCursor(self, namingEntries: namingEntries) }

  private func text(of state: App.State, by rules: RedactionRules) throws -> [UInt8] {
    do { return try Replayer.encoder(by: rules).encode(state) } catch {
      throw CommandFailure("the state cannot be encoded: \(error.explanation)", file: file.path)
    }
  }
}
