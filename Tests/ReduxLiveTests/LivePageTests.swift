import Expectations
import Foundation
import LiveProtocol
import ReduxJournal
import StateTree
import SystemSupport
import TestSupport
import Testing
import WebDriver

/// The page of `live` in a real browser, with the tool and an app in processes of their own.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct LivePageTests {
  /// The tool, and an app that it watches.
  private final class Live {
    let folder: TemporaryFolder
    let port: UInt16
    private(set) var app: ChildApp
    let address: String
    private let key: JournalKey
    private let tool: Process

    init() throws {
      folder = try TemporaryFolder()
      key = try JournalKey(bytes: LiveHandshake.random())
      let executable = try Executable(in: folder.path)
      tool = try executable.start("live -o J", environment: [LiveAddress.keyVariable: key.digits])
      let (port, token) = try ToolProcess.address(of: tool)
      ToolProcess.discardOutput(of: tool)
      self.port = port
      address = "http://127.0.0.1:\(port)/#token=\(token)"
      app = try ChildApp(folder, at: port, key)
      expectEqual(app.line(), "ready")
    }

    /// The app's shelf, as it shows it.
    func shown() throws -> String {
      try app.write("!show")
      return app.line()
    }

    /// The path of the tool's copy of its journal.
    func copy() throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "J"))
      return folder.path(of: "J/\(try #require(names.first))")
    }

    func put(_ books: String...) throws {
      for book in books {
        try app.write(book)
        _ = app.line()
      }
    }

    /// Starts the app again, after its end.
    func restart() throws {
      app = try ChildApp(folder, at: port, key)
      expectEqual(app.line(), "ready")
    }

    func stop() {
      app.kill()
      Platform.killProcess(tool.processIdentifier)
      tool.waitUntilExit()
    }
  }

  private static let bar = "document.querySelector('.live-text').textContent"
  /// Whether the page shows the journal and knows what the app shows, so that its keys work.
  private static let isReady =
    "['Follow', 'Open…'].every((name) => [...document.querySelectorAll('.live button')].some((one) => one.textContent === name && !one.disabled))"
  private static let trouble = "document.querySelector('.live-trouble').textContent"

  /// Opens the page of an app with one book.
  private func withPage(_ body: @escaping @Sendable (WebBrowser, Live) throws -> Void) async throws {
    try await WebBrowser.use { browser in
      let live = try Live()
      defer { live.stop() }
      try live.put("Emma")
      try browser.open(address: live.address)
      try body(browser, live)
    }
  }

  @Test func `rows appear while the app runs, and keys send the app to states and back`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: "\(LivePageTests.bar) === 'The app shows the head' && document.querySelector('.panel')")
      expectEqual(try browser.script("return location.hash"), "")
      try live.put("Dune", "Ulysses")
      try browser.wait(until: "document.body.innerText.includes('Ulysses')")
      // The selection was at the end, and stays there.
      try browser.wait(until: "document.querySelector('[aria-selected=true]')?.innerText.includes('Ulysses')")
      try browser.type("kk")
      try browser.wait(until: "location.hash === '#1'")
      try browser.type("s")
      try browser.wait(until: "\(LivePageTests.bar) === 'The app shows state 1; the head is 3'")
      expectEqual(try browser.script("return document.querySelector('.row.shown').innerText.includes('Emma')"), true)
      expectEqual(try live.shown(), "Emma")
      try live.put("locked out")
      try browser.wait(until: "\(LivePageTests.bar).endsWith('1 action locked')")
      try browser.type("h")
      try browser.wait(until: "\(LivePageTests.bar).startsWith('The app shows the head')")
      expectEqual(try live.shown(), "Emma, Dune, Ulysses")
      // What is selected stays selected while rows come.
      try live.put("Middlemarch")
      try browser.wait(until: "document.body.innerText.includes('Middlemarch')")
      try browser.wait(until: "document.querySelector('[aria-selected=true]')?.innerText.includes('Emma')")
      // An action left out, and in again.
      try browser.type("x")
      try browser.wait(until: "\(LivePageTests.bar).includes('left out: 1')")
      expectEqual(try live.shown(), "Dune, Ulysses, Middlemarch")
      let difference = "document.querySelector('.live-difference').innerText"
      try browser.wait(
        until: "\(difference).startsWith('Different without 1: 1 change') && \(difference).includes('Emma')")
      try browser.type("x")
      try browser.wait(until: "\(difference) === ''")
      try browser.type("h")
      // The app shows whatever is selected.
      try browser.type("aj")
      try browser.wait(until: "\(LivePageTests.bar).startsWith('The app shows state 2;')")
      expectEqual(try live.shown(), "Emma, Dune")
      try browser.type("r")
      try browser.wait(until: "\(LivePageTests.bar).startsWith('The app shows the head')")
      try live.put("Persuasion")
      expectEqual(try live.shown(), "Emma, Dune, Persuasion")
      // A mark that comes later is shown at the selected state.
      try browser.wait(until: "document.querySelector('.list').innerText.includes('Persuasion')")
      try browser.press(.end)
      try browser.type("m")
      try browser.wait(until: "document.querySelector('.changes .related')?.innerText === \"Mark 'live'\"")
      expectEqual(try browser.messages(), [])
    }
  }

  @Test func `an action is edited and dispatched, and a wrong one says why not`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: LivePageTests.isReady)
      try browser.type("d")
      try browser.wait(until: "document.querySelector('dialog.ask[open] textarea')?.value.includes('Emma')")
      let fault = "document.querySelector('dialog.ask .trouble')"
      func dispatch(_ action: String) throws {
        try browser.script(
          """
          document.querySelector('dialog.ask textarea').value = arguments[0];
          [...document.querySelectorAll('dialog.ask button')].find((button) => button.textContent === 'Dispatch').click();
          """, .string(action))
      }
      try dispatch(#"{"put": {"_0": 5}}"#)
      try browser.wait(until: "\(fault).textContent === 'at /put/_0: expected String, found a number'")
      try dispatch(#"{"put": {"_0": "Dune"}}"#)
      try browser.wait(until: "!document.querySelector('dialog.ask').open")
      expectEqual(try live.shown(), "Emma, Dune")
      try browser.wait(until: "document.body.innerText.includes('Dune')")
      // The browser notes a refused command by itself.
      expectEqual(try browser.messages().filter { !$0.contains("409 (Conflict)") }, [])
    }
  }

  @Test func `the page survives the end of the app, and a link without the token says so`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: LivePageTests.isReady)
      try live.app.write("!kill")
      try browser.wait(until: "\(LivePageTests.trouble) === 'The app has gone.'")
      try browser.wait(until: "document.body.innerText.includes('in flight when the process died')")
      // Without an app, its keys do nothing.
      try browser.type("shrxdm")
      expectEqual(
        try browser.script("return [\(LivePageTests.trouble), document.querySelector('dialog[open]')]"),
        ["The app has gone.", nil])
      // A reload needs no token.
      try browser.script("location.reload()")
      try browser.wait(until: "document.body.innerText.includes('in flight when the process died')")
      // The app starts again, and goes on in the next session of the same page.
      try live.restart()
      try live.put("Dune")
      try browser.wait(until: "document.querySelector('.list').innerText.includes('Dune')")
      try browser.wait(
        until: "document.querySelector('.list').innerText.includes('session 2') && \(LivePageTests.trouble) === ''")
      #expect(
        try browser.script("return document.querySelector('.list').innerText").string?.contains("interrupted") == true)
      try browser.script("sessionStorage.clear()")
      try browser.open(address: "http://127.0.0.1:\(live.port)/")
      try browser.wait(until: "\(LivePageTests.trouble).startsWith('Open the link that the terminal shows')")
    }
  }

  @Test func `a search and a history take in rows that come`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: LivePageTests.isReady)
      try browser.type("/emma")
      try browser.wait(until: "document.querySelector('.found h3')?.textContent === 'In the state: 1 place'")
      try live.put("Dune", "Emma again")
      try browser.wait(until: "document.querySelector('.found h3').textContent === 'In the state: 2 places'")
      try browser.wait(until: "document.querySelector('.list').innerText.includes('Emma again')")
      #expect(try browser.script("return document.querySelector('.list').innerText").string?.contains("Dune") == false)
      expectEqual(
        try browser.script("return [document.activeElement.id, document.activeElement.value]"), ["find", "emma"])
      try browser.script("location.hash = '#1:/books/0&tab=history'")
      try browser.wait(until: "document.querySelector('.history .entries')?.innerText.includes('Emma')")
      // The end of the search must not write an address of its own, 0.3 s later.
      Platform.sleep(.milliseconds(400))
      try live.put("3", "4", "5", "6", "7", "8", "9", "10", "11")
      try browser.wait(until: "document.querySelector('.history .entries').innerText.includes('11 put')")
      expectEqual(try browser.script("return location.hash"), "#1:/books/0&tab=history")
      expectEqual(try browser.messages(), [])
    }
  }

  /// Takes seconds: it waits until the page has let go.
  @Test func `a page that isn't seen lets go of its connection, and takes in what came once it is seen`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: LivePageTests.isReady)
      let turn = "Object.defineProperty(document, 'hidden', { value: %, configurable: true }); "
      let event = "document.dispatchEvent(new Event('visibilitychange'))"
      try browser.script(turn.replacing("%", with: "true") + event)
      Platform.sleep(.seconds(2))
      try live.put("Dune")
      Platform.sleep(.seconds(1))
      let list = "document.querySelector('.list').innerText"
      #expect(try browser.script("return \(list)").string?.contains("Dune") == false)
      try browser.script(turn.replacing("%", with: "false") + event)
      try browser.wait(until: "\(list).includes('Dune')")
      expectEqual(try browser.script("return \(LivePageTests.trouble)"), "")
    }
  }

  /// Takes seconds: the app records 5 MB, more than the page draws as they come.
  @Test func `a reloaded page shows all of a long journal`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: LivePageTests.isReady)
      try live.app.write("!1000 2000")
      _ = live.app.line()
      try browser.script("location.reload()")
      try browser.wait(until: "document.querySelector('[aria-selected=true] .seq')?.textContent === '1001'")
      // The session's row and the first state come before the actions.
      expectEqual(
        try browser.script("return document.querySelector('[aria-selected=true]').getAttribute('aria-setsize')"), "1003"
      )
      try live.put("Dune")
      try browser.wait(until: "document.querySelector('[aria-selected=true]').innerText.includes('Dune')")
      expectEqual(try browser.messages(), [])
    }
  }

  @Test func `the app shows a state of another journal, and goes on from it`() async throws {
    try await withPage { browser, live in
      try live.put("Dune")
      let other = live.folder.path(of: "other.jsonl")
      try browser.wait(until: "document.querySelector('.list')?.innerText.includes('Dune')")
      try FileManager.default.copyItem(atPath: live.copy(), toPath: other)
      try live.put("Ulysses")
      try browser.wait(
        until:
          "[...document.querySelectorAll('.live button')].some((one) => one.textContent === 'Open…' && !one.disabled)")
      try browser.type("o")
      // The browser adds to the name that no file is chosen.
      let field = try #require(try browser.elements("button").first { $0.name == "of the journal" })
      try field.type(other)
      let seq = try browser.element("spinbutton", "State")
      try seq.clear()
      try seq.type("7")
      try browser.element("button", "Open").click()
      try browser.wait(until: "document.body.innerText.includes('This journal has no state 7. It has 0 to 2.')")
      try seq.clear()
      try seq.type("1")
      try browser.element("button", "Open").click()
      try browser.wait(until: "\(LivePageTests.bar).startsWith('The app shows a state that the journal')")
      expectEqual(try live.shown(), "Emma")
      try browser.type("r")
      try browser.wait(until: "\(LivePageTests.bar).startsWith('The app shows the head')")
      try live.put("Persuasion")
      expectEqual(try live.shown(), "Emma, Persuasion")
      expectEqual(try browser.messages(), [])
    }
  }

  @Test func `of a reducer that isn't pure, the app shows the recorded state`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: LivePageTests.isReady)
      try live.app.write("!draw")
      let drawn = live.app.line()
      try live.put("Dune")
      try browser.wait(until: "document.querySelector('.list').innerText.includes('Dune')")
      try browser.type("ks")
      try browser.wait(until: "\(LivePageTests.bar) === 'The app shows state 2; the head is 3'")
      try browser.wait(
        until: "\(LivePageTests.trouble).includes(\"they aren't pure. The app shows the recorded state.\")")
      expectEqual(try live.shown(), drawn)
      try browser.type("h")
      try browser.wait(until: "\(LivePageTests.bar) === 'The app shows the head'")
      try browser.type("jx")
      try browser.wait(
        until: "\(LivePageTests.trouble).endsWith(\"they aren't pure, so differences can come from that alone.\")")
    }
  }
}
