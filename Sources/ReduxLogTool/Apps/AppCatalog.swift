package import CommandLineKit
package import ReduxJournal
package import ReduxReplay

/// The apps whose reducers a tool contains.
package struct AppCatalog: Sendable {
  private let drivers: [any AppDriver]

  /// Creates a catalog of apps.
  ///
  /// - Parameters:
  ///   - apps: The apps.
  ///   - observer: Returns the observer of a journal's replay, called when the replay begins.
  package init(
    _ apps: [any ReplayableApp.Type] = [],
    observer: @escaping @Sendable (JournalFile) -> (any ReducerObserver)? = { _ in nil }
  ) {
    drivers = apps.map { AppCatalog.driver($0, observer) }
  }

  private static func driver<App: ReplayableApp>(
    _ app: App.Type, _ observer: @escaping @Sendable (JournalFile) -> (any ReducerObserver)?
  ) -> any AppDriver {
    TypedAppDriver(app, observer: observer)
  }

  /// The apps' names, in order.
  package var names: [String] { drivers.map(\.identity.name) }

  /// Returns the app with a name.
  ///
  /// - Throws: `UsageError` that lists the available apps.
  package func app(named name: String) throws(UsageError) -> any AppDriver {
    guard let driver = drivers.first(where: { $0.identity.name == name }) else {
      let known = names.isEmpty ? "it contains none" : "it contains " + names.joined(separator: ", ")
      throw UsageError("this tool contains no app '\(name)'; \(known)" + Suggestion.clause(for: name, among: names))
    }
    return driver
  }

  /// Returns the states of a journal, from its patches where it records them, else from the app's reducers.
  ///
  /// - Throws: As `app(of:)`, for a journal that is not self-contained.
  package func states(of file: JournalFile) throws(CommandFailure) -> any AppStates {
    guard file.isSelfContained else { return try app(of: file).states(of: file) }
    return SelfContainedStates(
      patched: AppCatalog.patches.states(of: file), reduced: (try? app(of: file))?.states(of: file))
  }

  /// Returns the app that a journal names; if this tool lacks it and the journal is self-contained, its substitute.
  ///
  /// - Throws: As `app(of:)`, for a journal that is not self-contained.
  package func appOrPatches(of file: JournalFile) throws(CommandFailure) -> any AppDriver {
    do { return try app(of: file) } catch {
      guard file.isSelfContained else { throw error }
      return AppCatalog.patches
    }
  }

  /// Replays self-contained journals from their patches, without their app's reducers.
  package static let patches: any AppDriver = TypedAppDriver(PatchedStates.self)

  /// Returns the app that a journal names.
  ///
  /// - Throws: `CommandFailure` that names the app and the way to its reducers, with the exit code 3.
  package func app(of file: JournalFile) throws(CommandFailure) -> any AppDriver {
    let name = file.header.app.name
    guard let driver = drivers.first(where: { $0.identity.name == name }) else {
      throw CommandFailure(
        "the journal was recorded from the app '\(name)', whose reducers this tool doesn't contain", file: file.path,
        line: 1,
        advice:
          "Run a tool that contains them with --tool PATH or REDUXLOG_TOOL=PATH, or ask for a copy made by 'reduxlog bake'. "
          + "If the app has no reducers, as with an @Observable model, record with RecorderOptions(states: .patches).",
        exitCode: .reducer)
    }
    return driver
  }
}
