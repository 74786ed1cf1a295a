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
    let app: ChildApp
    let address: String
    private let key: JournalKey
    private let tool: Process

    init() throws {
      folder = try TemporaryFolder()
      key = try JournalKey(bytes: LiveHandshake.random())
      let executable = try Executable(in: folder.path)
      tool = try executable.start("live -o J", environment: [LiveAddress.keyVariable: key.digits])
      let (port, token) = try ToolProcess.address(of: tool)
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

    func put(_ books: String...) throws {
      for book in books {
        try app.write(book)
        _ = app.line()
      }
    }

    func stop() {
      app.kill()
      Platform.killProcess(tool.processIdentifier)
      tool.waitUntilExit()
    }
  }

  private static let bar = "document.querySelector('.live-text').textContent"
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
      try browser.type("x")
      try browser.type("h")
      // The app shows whatever is selected.
      try browser.type("aj")
      try browser.wait(until: "\(LivePageTests.bar).startsWith('The app shows state 2;')")
      expectEqual(try live.shown(), "Emma, Dune")
      try browser.type("r")
      try browser.wait(until: "\(LivePageTests.bar).startsWith('The app shows the head')")
      try live.put("Persuasion")
      expectEqual(try live.shown(), "Emma, Dune, Persuasion")
      expectEqual(try browser.messages(), [])
    }
  }

  @Test func `an action is edited and dispatched, and a wrong one says why not`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: "document.querySelector('.panel')")
      try browser.type("d")
      try browser.wait(until: "document.querySelector('dialog.dispatch[open] textarea')?.value.includes('Emma')")
      let fault = "document.querySelector('dialog.dispatch .trouble')"
      func dispatch(_ action: String) throws {
        try browser.script(
          """
          document.querySelector('dialog.dispatch textarea').value = arguments[0];
          [...document.querySelectorAll('dialog.dispatch button')].find((button) => button.textContent === 'Dispatch').click();
          """, .string(action))
      }
      try dispatch(#"{"put": {"_0": 5}}"#)
      try browser.wait(until: "\(fault).textContent === 'at /put/_0: expected String, found a number'")
      try dispatch(#"{"put": {"_0": "Dune"}}"#)
      try browser.wait(until: "!document.querySelector('dialog.dispatch').open")
      expectEqual(try live.shown(), "Emma, Dune")
      try browser.wait(until: "document.body.innerText.includes('Dune')")
      // The browser notes a refused command by itself.
      expectEqual(try browser.messages().filter { !$0.contains("409 (Conflict)") }, [])
    }
  }

  @Test func `the page survives the end of the app, and a link without the token says so`() async throws {
    try await withPage { browser, live in
      try browser.wait(until: "document.querySelector('.panel')")
      try live.app.write("!kill")
      try browser.wait(until: "\(LivePageTests.trouble) === 'The app has gone.'")
      try browser.wait(until: "document.body.innerText.includes('in flight when the process died')")
      // A reload needs no token.
      try browser.script("location.reload()")
      try browser.wait(until: "document.body.innerText.includes('in flight when the process died')")
      try browser.script("sessionStorage.clear()")
      try browser.open(address: "http://127.0.0.1:\(live.port)/")
      try browser.wait(until: "\(LivePageTests.trouble).startsWith('Open the link that the terminal shows')")
    }
  }
}
