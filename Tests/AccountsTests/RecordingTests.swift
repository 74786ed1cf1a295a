import Accounts
import Expectations
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateTree
import TestSupport
import Testing

@Suite("Recording")
struct RecordingTests {
  let file: TemporaryFile
  let app: Rehearsal
  let recorder: Recorder

  init() async throws {
    file = try TemporaryFile()
    recorder = try Recorder(path: file.path, app: AppIdentity(name: AccountsApp.name))
    let recorder = recorder
    app = try Rehearsal(wrapping: { Reducer(recorder.recording($0.reduce)) })
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await app.errands.runAll()
    app.host.list.dispatch(.selected("household"))
    app.host.detail.dispatch(.transferTapped)
    app.host.transfer.dispatch(.ibanTyped(iban: "DE91100000000123456789"))
    app.host.transfer.dispatch(.recipientTyped("Anna Berg"))
    app.host.transfer.dispatch(.amountTyped("320"))
    app.host.transfer.dispatch(.send)
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
  }

  @Test func `the journal holds the actions that reach the reducers, and no wish`() throws {
    recorder.close()
    let actions = try file.lines().compactMap { line in
      try JSONValue(parsing: Array(line.utf8)).object?["type"]?.string
    }
    expectEqual(
      actions,
      [
        "session.signingIn", "session.answered", "list.loading", "list.loaded", "list.selected", "detail.loading",
        "detail.transferTapped", "transfer.ibanTyped", "transfer.recipientTyped", "transfer.amountTyped",
        "transfer.sending", "detail.loaded", "transfer.answered", "list.loading", "detail.loading", "list.loaded",
        "detail.loaded",
      ])
  }

  @Test func `the journal holds neither the passcode nor an account number`() throws {
    recorder.close()
    let text = try file.text()
    for secret in ["sunny lane", household.iban, savings.iban, "DE91100000000123456789"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    #expect(text.contains(#""transfer":{"_0":{"ibanTyped":{"iban":"redacted"}}}"#))
  }

  @Test func `replaying asks the bank for nothing and leads to the same states`() throws {
    recorder.close()
    let calls = app.bank.calls
    let report = try Replayer<AccountsApp>(path: file.path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.proven, 18)
    expectEqual(app.bank.calls, calls)
    expectEqual(app.witness.screens.values.count, 3)
  }

  @Test func `the screens show the past, and the app continues from there`() async throws {
    let timeline = ReplayTimeline<AccountsApp>(store: app.host.store, recorder: recorder, path: file.path)
    expectEqual(AccountsViewData(app.host.store.presentedState).transfer?.message, "Sent. 1,523.27 € are left.")
    let calls = app.bank.calls

    // Just after Send: the form is busy, and the account has all its money.
    try timeline.peek(at: 11)
    let form = app.host.transfer.scope(state: \.?.receipt, action: { $0 })
    expectEqual(form.presentedState, .loading(previous: nil))
    expectEqual(AccountsViewData(app.host.store.presentedState).list.rows.first?.balance, "1,843.27 €")
    expectEqual(app.bank.calls, calls)

    // The journal doesn't hold the account numbers, only which of them are empty: they come from the app or are typed again.
    let accounts = app.host.list.state.accounts.value ?? []
    try timeline.resume(from: 11) { state in
      state.transfer?.iban = "DE91100000000123456789"
      state.list.accounts.updateValue { earlier in
        for index in earlier.indices { earlier[index].iban = accounts[index].iban }
      }
    }
    // The transfer pending in that state is no longer being sent.
    app.host.store.dispatch(.resumed)
    expectEqual(app.host.transfer.state?.receipt, .idle)
    app.host.list.dispatch(.load)
    await app.errands.runAll()
    expectEqual(app.host.list.state.accounts.value?.first?.balance, 152_327)
    recorder.close()
    try expectEqual(Replayer<AccountsApp>(path: file.path).verify().divergence, nil)
  }
}
