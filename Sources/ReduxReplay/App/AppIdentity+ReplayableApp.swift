public import ReduxJournal

extension AppIdentity {
  /// The identity of an app that can be replayed: its name, its version and the version of its shape.
  public init<App: ReplayableApp>(_ app: App.Type) {
    self.init(name: App.name, version: App.version, schema: App.schema)
  }
}
