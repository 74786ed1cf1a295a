import Expectations
import StateTree
import Testing
import WebDriver

/// What the page says where today's states aren't the recorded ones.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct DifferenceTests {
  @Test func `Changes says by how much a number changed, but not a time`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.evening, fragment: "30")
      try browser.wait(until: "document.querySelector('.operations')")
      try expectEqual(
        browser.script(
          """
          return [...document.querySelectorAll('.operations li')].map((one) =>
            [one.querySelector('.place').innerText, one.querySelector('.values > .note')?.innerText.trim() ?? '']);
          """),
        [["/projects/bike/updated", ""], ["/items/bike-3/amount", "+18"]])
    }
  }

  @Test func `a converted journal shows what it recorded: changed places, a history, and the states that it holds`()
    async throws
  {
    try await WebBrowser.use { browser in
      func text(_ selector: String) throws -> JSONValue {
        try browser.wait(until: "document.querySelector('\(selector)')")
        return try browser.script("return document.querySelector('\(selector)').innerText")
      }
      try browser.open(ReportPages.converted, fragment: "12")
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.status-line')].at(-1).innerText"),
        "As recorded, this action also changed /tasks/favourites. In today's shape, that stayed the same.")
      // The complaint: action 19 changed the task, and not its copy among the favourites.
      try browser.open(ReportPages.converted, fragment: "26:/tasks/favourites/0/title&tab=history")
      try browser.wait(until: "document.querySelectorAll('.entry').length >= 7")
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.entry')].map(one => one.innerText)"),
        [
          "25 calendar.turn 1 in the recorded shape, it was\n\"Call the plumber\"",
          "24 tasks.complete ada  2026-04-23 changed /tasks/favourites as recorded",
          "22 tasks.schedule tax  2026-05-15 changed /tasks/favourites as recorded",
          "12 tasks.schedule plumber  2026-04-22 changed /tasks/favourites as recorded",
          "10 tasks.favourite ada changed /tasks/favourites as recorded",
          "7 tasks.favourite tax changed /tasks/favourites as recorded",
          "5 tasks.favourite plumber changed /tasks/favourites as recorded",
        ])
      try browser.type("/Call the plumber")
      try browser.wait(until: "document.querySelectorAll('.found .group').length === 2")
      try expectEqual(
        browser.script("return document.querySelectorAll('.found .group')[1].innerText"),
        "/tasks/favourites/0/title\nCall the plumber in the recorded shape at 25 calendar.turn 1")
      try browser.open(ReportPages.converted, fragment: "25")
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.operations')].at(-1).querySelector('li').innerText"),
        """
        ~
        /tasks/favourites/0
        {id: "plumber", title: "Call the plumber", notes: "the tap in the kitchen, again", due: "2026-04-22"}
        →
        "plumber"
        """)
      try browser.element("button", "Show it as recorded").click()
      try browser.wait(
        until: "document.querySelector('.state .status-line')?.innerText.startsWith('This is the recorded')")
      try browser.open(ReportPages.converted, fragment: "25:/tasks/favourites/0&tab=state")
      try expectEqual(text(".line[aria-selected=true] .value"), "\"plumber\"")
      try browser.element("button", "Show it as recorded").click()
      try browser.wait(until: "document.querySelector('.line[aria-selected=true]').innerText.includes('4 members')")
      try browser.element("button", "Show today's shape").click()
      try browser.wait(until: "document.querySelector('.line[aria-selected=true]').innerText.includes('plumber')")
      try expectEqual(browser.messages(), [])
    }
  }

  @Test func `Changes names places that related types change and this type never does`() async throws {
    try await WebBrowser.use { browser in
      func related() throws -> JSONValue {
        try browser.wait(until: "document.querySelectorAll('.changes .around').length >= 2")
        return try browser.script(
          "return [...document.querySelectorAll('.changes .around')].map(one => one.innerText).filter(one => one.includes('usually'))"
        )
      }
      let page = ReportPages.bugs[4]
      try browser.open(page, fragment: "123")
      try expectEqual(
        related(), ["item.create and item.delete usually also change /projects/*/updated; no item.update does."])
      // These types change the place themselves.
      try browser.open(page, fragment: "116")
      try expectEqual(related(), [])
      try expectEqual(browser.messages(), [])
    }
  }

  @Test func `an entry of a history says what its action changed elsewhere`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[4], fragment: "126:/projects/bike/updated&tab=history")
      try browser.wait(until: "document.querySelectorAll('.entry').length >= 5")
      let first = "document.querySelector('.entry[data-kind=set]')"
      try expectEqual(
        browser.script("return \(first).querySelector('.rest').innerText"), "also changed /items/bike-5")
      try browser.script("\(first).querySelector('.rest button').click()")
      try browser.wait(until: "location.hash.includes('/items/bike-5')")
    }
  }

  @Test func `the history knows a value from a later difference, and claims no most beyond what it knows`() async throws
  {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.forgotten, fragment: "126:/projects/bike/updated&tab=history")
      try browser.wait(until: "document.querySelector('.curve:not([hidden])')")
      func summary() throws -> JSONValue {
        try browser.wait(until: "document.querySelector('.summary').innerText !== ''")
        return try browser.script("return document.querySelector('.summary').innerText")
      }
      try expectEqual(summary(), "at 126: 790457351.0 2026-01-18T19:29:11Z")
      try expectEqual(
        browser.script("return document.querySelector('.curve figcaption').innerText"),
        "from 2026-01-18T19:13:11Z to 2026-01-18T19:29:11Z over 5 changes, at least 2026-01-18T19:13:11Z and at most 2026-01-18T19:29:11Z, as far as the journal holds the values"
      )
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.entry')].slice(0, 2).map(one => one.innerText)"),
        [
          "123 item.update bike-2 ✗ didn't set it. The difference here shows what it was:\n790457351.0 2026-01-18T19:29:11Z",
          "79 item.create bike-5  bike  15.4  puncture 200 m from the office may have changed it: the journal doesn't hold the state after it",
        ])
      // What no action has changed since the last known state is known, too.
      try browser.open(ReportPages.forgotten, fragment: "100:/items/bike-1/amount&tab=history")
      try expectEqual(summary(), "at 100: 15.4")
      try browser.open(ReportPages.forgotten, fragment: "100:/items/bread-1&tab=history")
      try expectEqual(summary(), "at 100: unknown: the journal doesn't hold this state")
    }
  }

  @Test func `the page opens at the difference that stands at the end, and says which ones are set again`() async throws
  {
    try await WebBrowser.use { browser in
      func outcome() throws -> JSONValue {
        try browser.wait(until: "document.querySelector('.today + .quiet')")
        return try browser.script("return document.querySelector('.today + .quiet').innerText")
      }
      try browser.open(ReportPages.forgotten)
      try expectEqual(browser.selection(), "123 item.update")
      try expectEqual(outcome(), "No later action sets this again: it still differs at the end.")
      try browser.element("button", "Go to 30").click()
      try browser.wait(until: "document.querySelector('.today + .quiet')?.innerText.includes('79')")
      try expectEqual(outcome(), "Perhaps set again at 79 item.create, whose value the journal doesn't hold.")
      try expectEqual(
        browser.script("return document.querySelector('.headline').innerText.includes('(perhaps set again at 79)')"),
        true)
      // A place whose value the journal doesn't hold has no hash in its place.
      try expectEqual(
        browser.script("return document.querySelector('.operations.hashes').innerText"), "/items/bike-3 changed")
      // With the values, it is certain.
      try browser.open(ReportPages.bugs[4], fragment: "30")
      try expectEqual(outcome(), "Set again at 79 item.create.")
      // A container of which only the hash is known may differ inside ever after.
      try browser.open(ReportPages.diverged, fragment: "138")
      try browser.wait(until: "document.querySelector('.today')")
      try expectEqual(
        browser.script("return document.querySelector('.today + .quiet').innerText"),
        "The journal names the changed places, but not their values.")
    }
  }
}
