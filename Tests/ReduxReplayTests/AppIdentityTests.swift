// This file imports only ReduxReplay, so it doesn't compile if declaring an app needs more.
import ReduxReplay
import Testing

private enum LampApp: ReplayableApp {
  static let name = "lamp"
  static let version: String? = "1.2"
  static let schemaChanges: [SchemaChange] = []
  static let volatile: [RedactionRules.Pointer] = ["/lit"]
  static var initialState: Int { 0 }
  static func reduce(_ state: inout Int, _ action: Int) { state += action }
}

@Test func `an app's identity needs no import beyond the app's`() {
  let identity = AppIdentity(LampApp.self)
  #expect((identity.name, identity.version, identity.schema) == ("lamp", "1.2", nil))
}
