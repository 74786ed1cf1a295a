import CommandLineKit
import Expectations
import Foundation
import ReduxLogTool
import ReportJournals
import StateTree
import TestSupport
import Testing
import WebDriver

@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct DetailTests {
  @Test func `a comparison marks the same places in State as in Changes`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "39")
      try browser.type("c")
      try browser.type("49G")
      try browser.wait(until: "document.querySelectorAll('.changes .operations .place').length > 0")
      let tops = "[...new Set(places.map(place => place.split('/')[1]))].sort().join(' ')"
      let changed = try browser.script(
        """
        const places = [...document.querySelectorAll('.changes .operations .place')].map(one => one.innerText);
        return \(tops);
        """)
      expectEqual(changed, "items projectIDs projects")
      try browser.element("tab", "State").click()
      try browser.wait(until: "document.querySelector('.line .change')")
      let badges = try browser.script(
        """
        const marked = [...document.querySelectorAll('.line')].filter(line => line.querySelector('.change'));
        const places = marked.map(line => '/' + line.querySelector('.key bdi').innerText);
        return \(tops);
        """)
      expectEqual(badges, changed)
      try expectEqual(
        browser.script("return document.querySelector('.state .status-line').innerText"),
        "31 changes between state 39 and state 49.")
    }
  }

  @Test func `of a state that an import lacks, the page says why`() async throws {
    let folder = try TemporaryFolder()
    let journal = folder.path(of: "journal.jsonl")
    let file =
      #"{"actionsById":{"0":{"action":{"type":"@@INIT"}},"1":{"action":{"type":"a"}}},"stagedActionIds":[0,1],"#
      + #""computedStates":[{"state":{"n":1}},{"state":{"$jsan":"u"}}]}"#
    _ = InspectorTool.capture(["import", "-", "-o", journal], apps: [], input: file)
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.Page(name: "lacking", journal: journal), fragment: "1")
      let text = try browser.script("return document.querySelector('.changes').innerText").string ?? ""
      #expect(text.contains("doesn't hold the state after this action: it is undefined."), "\(text)")
    }
  }

  @Test func `a mark that was added later is shown at its state, with a way to its row`() async throws {
    let folder = try TemporaryFolder()
    let journal = folder.path(of: "marked.jsonl")
    try FileManager.default.copyItem(atPath: HardJournal.path, toPath: journal)
    for arguments in [["@3", "here", "--text", "the total's wrong"], ["@3", "seen"]] {
      let run = InspectorTool.capture(["mark", journal + arguments[0]] + arguments.dropFirst(), apps: [])
      expectEqual(run.exitCode, .fine, "\(run.errorOutput)")
    }
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.Page(name: "marked", journal: journal), fragment: "3")
      let marks = "return [...document.querySelectorAll('.changes .related')].map(one => one.innerText)"
      try expectEqual(browser.script(marks), ["Mark 'here': the total's wrong", "Mark 'seen'"])
      try browser.element("button", "Mark 'here'").click()
      try expectEqual(
        browser.script("return document.querySelector('.row[aria-selected=true] .args').innerText"),
        "mark 'here' at state 3: the total's wrong")
      try expectEqual(browser.script(marks), [])
    }
  }

  @Test func `in a narrow window, a tap on an action shows its details, and the arrows stay in the list`() async throws
  {
    try await WebBrowser.use { browser in
      try browser.resize(width: 360, height: 740)
      try browser.open(ReportPages.hard)
      let top = "Math.round(document.querySelector('.detail').getBoundingClientRect().top)"
      try browser.script("document.querySelector('.row[aria-selected=true]').click()")
      try expectEqual(browser.script("return \(top)"), 0)
      try browser.element("button", "↑ List").click()
      try expectEqual(browser.focused()?.role, "listbox")
      let before = try browser.script("return \(top)")
      #expect(before != 0)
      try browser.press(.down)
      try expectEqual(browser.script("return \(top)"), before)
      try browser.press(.enter)
      try expectEqual(browser.script("return \(top)"), 0)
      try browser.press(.escape)
      try expectEqual(browser.focused()?.role, "listbox")
    }
  }

  @Test func `the way to the problem is hidden where it leads to what is selected`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard)
      #expect(try browser.elements("button", "Go to 38").isEmpty)
      try browser.press(.up)
      try browser.element("button", "Go to 38").click()
      #expect(try browser.selection().hasPrefix("38 "))
    }
  }

  @Test(arguments: [
    ("26:/tasks/favourites/0/title", ", but 19 tasks.edit changed it at /tasks/all/entities/plumber/title"),
    (
      "12:/tasks/favourites/1/title",
      ", but 16 tasks.edit changed it at /tasks/all/entities/tax/title (stale from 16 to 22)"
    ),
  ])
  func `the history says which copy of a value went stale, and until when`(_ place: String, _ hint: String) async throws
  {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: "\(place)&tab=history")
      try browser.wait(until: "document.querySelector('.summary .stale')")
      let summary = try browser.script("return document.querySelector('.summary').innerText").string ?? ""
      #expect(summary.hasSuffix(hint), "\(summary)")
    }
  }

  @Test(arguments: [
    ("19", #"The old value "Call the plumber" also stood at /tasks/favourites/0/title, still there at the end."#),
    (
      "16",
      #"The old value "Tax return" also stood at /tasks/favourites/1/title, until 22 tasks.schedule → "Tax return, the form is in the blue folder"."#
    ),
    (
      "26:/tasks/favourites/0&tab=history",
      "/tasks/favourites/0/title still there at the end, but 19 tasks.edit changed it at /tasks/all/entities/plumber/title"
    ),
  ])
  func `an action that forgot a copy says so, and so does the object that holds it`(_ place: String, _ hint: String)
    async throws
  {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[3], fragment: place)
      try browser.wait(until: "document.querySelector('.panel .status-line')")
      try expectEqual(browser.script("return document.querySelector('.panel .status-line').innerText"), .string(hint))
    }
  }

  @Test func `an action that is picked shows its changes, and steps stay in a history`() async throws {
    try await WebBrowser.use { browser in
      let selected = "document.querySelector('[role=tab][aria-selected=true]').textContent"
      try browser.open(ReportPages.bugs[2], fragment: "24:/search/query&tab=history")
      try browser.wait(until: "document.querySelector('.history .entry')")
      try browser.type("k")
      try browser.wait(until: "location.hash === '#23:/search/query&tab=history'")
      try browser.script(
        "[...document.querySelectorAll('.row')].find((row) => row.querySelector('.seq').textContent === '21').click()")
      try browser.wait(until: "\(selected) === 'Changes' && location.hash.startsWith('#21')")
      try browser.type("b")
      try browser.wait(until: "\(selected) === 'History'")
      try browser.type("20G")
      try browser.wait(until: "\(selected) === 'Changes' && location.hash.startsWith('#20')")
      try browser.type("b")
      try browser.wait(until: "document.querySelector('.history .entry button.step')")
      try browser.script("document.querySelector('.history .entry button.step').click()")
      try browser.wait(until: "\(selected) === 'Changes'")
    }
  }

  @Test func `a found place leaves the selected action, and its history says what actions were about`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[2], fragment: "24&filter=alien")
      try browser.wait(until: "document.querySelector('.found .stays')")
      try browser.element("button", "/search/query").click()
      try browser.wait(until: "document.querySelector('.history .entry')")
      try expectEqual(browser.script("return location.hash"), "#24:/search/query&tab=history&filter=alien")
      try expectEqual(
        browser.script(
          "return [...document.querySelectorAll('.history .entry')].map((one) => one.innerText.split('\\n')[0]).slice(0, 3)"
        ),
        [
          "26 SearchAction.clear changed", "19 SearchAction.request alien  1  3 changed",
          "18 SearchAction.request al  1  2 changed",
        ])
      // A crumb stays in History.
      try browser.element("button", "search").click()
      try browser.wait(until: "location.hash.startsWith('#24:/search&tab=history')")
      try browser.script("history.back()")
      try browser.wait(until: "location.hash.startsWith('#24:/search/query&')")
    }
  }

  @Test func `a click opens a container in State, and a place that is opened is at the top`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "49&tab=state")
      try browser.wait(until: "document.querySelector('.line')")
      let line =
        "[...document.querySelectorAll('.line')].find((one) => one.querySelector('.key').innerText === 'items:')"
      try browser.script("\(line).querySelector('.key').click()")
      try browser.rest()
      try expectEqual(browser.script("return \(line).ariaExpanded"), "true")
      try browser.script("\(line).querySelector('.key').click()")
      try browser.rest()
      try expectEqual(browser.script("return \(line).ariaExpanded"), "false")
      try browser.resize(width: 1200, height: 500)
      try browser.open(ReportPages.hard, fragment: "37:/projects/piano&tab=state")
      try browser.wait(until: "document.querySelector('.line[aria-selected=true]')")
      try expectEqual(
        browser.script(
          """
          const lines = [...document.querySelectorAll('.line')];
          const selected = lines.findIndex((one) => one.ariaSelected === 'true');
          const panel = document.querySelector('.panel');
          const top = lines[selected].getBoundingClientRect().top - panel.getBoundingClientRect().top;
          return [lines[selected].ariaExpanded, top < 20 || panel.scrollTop + panel.clientHeight >= panel.scrollHeight - 1];
          """), ["true", true])
    }
  }

  @Test func `an action in flight says what others of its type change, and what stood there`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "38")
      try browser.wait(until: "document.querySelector('.changes .operations')")
      let text = try browser.script("return document.querySelector('.changes').innerText").string ?? ""
      #expect(
        text.contains(
          """
          Other project.delete actions usually change these places. The values are those before this action.

          ?
          /items/*
          ?
          /projectIDs/*
          ?
          /projects/piano
          {id: "piano", title: "Practis
          """), "\(text)")
      #expect(text.contains("last changed by 28 item.create"), "\(text)")
    }
  }

  @Test func `references and elements of arrays count as no stale copies`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard)
      try browser.type("/run")
      try browser.wait(until: "document.querySelector('.found .stays')")
      try browser.rest()
      try expectEqual(browser.script("return document.querySelectorAll('.stale').length"), 0)
    }
  }

  @Test func `a state that no action set says where it comes from`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.bugs[1], fragment: "21")
      try expectEqual(
        browser.script("return document.querySelector('.changes').innerText").string?.hasPrefix(
          "The state goes back to that after 12 feed.refreshed; what 13–20 changed is lost. No action did this, so the journal doesn't say why."
        ), true)
      try expectEqual(
        browser.script("return document.querySelector('.row[aria-selected=true] .args').innerText"),
        "Session 2 starts from an old state (12); 13–20 are lost")
    }
  }

  @Test func `arguments show the dates that their numbers stand for`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.hard, fragment: "13&tab=action")
      let text = try browser.script("return document.querySelector('.whole').innerText").string ?? ""
      #expect(text.contains(#""at": 792100375.0  2026-02-06T19:52:55Z"#), "\(text)")
    }
  }

  @Test func `where today's app differs, each tab leads on though the journal doesn't hold the state`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.forgotten, fragment: "31&tab=history")
      try browser.wait(until: "location.hash === '#31:/navigation/data&tab=history'")
      try browser.open(ReportPages.forgotten, fragment: "30")
      func text(_ selector: String) throws -> JSONValue {
        try browser.wait(until: "document.querySelector('\(selector)')")
        return try browser.script("return document.querySelector('\(selector)').innerText")
      }
      try expectEqual(
        text(".today"),
        """
        place\tbefore\trecorded\ttoday
        /projects/bike/updated\t790456560.0 2026-01-18T19:16:00Z\tunchanged\t790456580.0 2026-01-18T19:16:20Z
        """)
      expectEqual(try text(".around").string?.contains("the action's own time 2026-01-18T19:16:20Z"), true)
      try browser.element("tab", "State").click()
      try expectEqual(
        text(".missing p"),
        "The journal doesn't hold this state: item.update at 30 has no recorded values. Below is state 29, the last known one. What actions have changed since is marked as unknown."
      )
      try browser.type(".")
      try expectEqual(text(".line[aria-selected=true] .value"), "? unknown: changed at 30")
      try browser.open(ReportPages.forgotten, fragment: "30&tab=history")
      try expectEqual(text(".history .entries"), "/projects/bike/updated\n/items/bike-3")
      try browser.open(ReportPages.forgotten, fragment: "91:/projects/piano/updated&tab=history")
      try expectEqual(text(".summary"), "at 91: 790456885.0 2026-01-18T19:21:25Z")
      try expectEqual(
        text(".entry[aria-current]"),
        "91 item.update piano-2  Gymnopédie no. 1, left hand, bars 1–16 ✗ didn't set it. The difference here shows what it was:\n790456885.0 2026-01-18T19:21:25Z"
      )
      expectEqual(try browser.elements("button", "Copy value").count, 1)
      try browser.element("button", "Commands").click()
      try expectEqual(
        text(".commands > .quiet"), "bisect and minimize look for a value: the journal doesn't hold state 91.")
      try expectEqual(
        browser.script(
          "return document.querySelectorAll('.more li').length + ' ' + document.querySelector('.more li').innerText"),
        "2 91 item.update piano-2 Gymnopédie no. 1, left hand, bars 1–16 also differs at /projects/piano (perhaps set again at 97) 2026-11-22 06:44:38"
      )
      // The journal isn't self-contained: from 30 on, nobody knows whether a value stayed.
      try browser.type("/Bike to work")
      try browser.wait(until: "document.querySelector('.found .stays')")
      try expectEqual(text(".found .stays"), " still there before 30 item.update, not known from there on")
    }
  }

  @Test func `a search of converted states says what it can't see, and finds the names of places`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.converted)
      try browser.type("e")
      try expectEqual(
        browser.script("return document.querySelector('.notice').innerText"),
        "No problem is known, but no state is proven.")
      try expectEqual(
        browser.script("return document.querySelector('.seen').innerText"),
        "You see what today's app makes of the recording. The user may have seen something else. Changes and State also show what the journal holds as recorded."
      )
      try browser.type("/favourites")
      try browser.wait(
        until: "document.querySelector('.found > .quiet')?.innerText.endsWith('the states that the journal holds: 25.')"
      )
      // Three more changed the copies of tasks that the recorded shape had.
      try expectEqual(browser.script("return document.querySelector('.count').innerText"), "6 of 26 actions")
    }
  }

  @Test func `a watched expression has its value at each step, its changes, and its history as a line`() async throws {
    try await WebBrowser.use { browser in
      try browser.open(ReportPages.forgotten, fragment: "25")
      try expectEqual(
        browser.script("return [...document.querySelectorAll('.watches dd')].map(one => one.innerText)"),
        ["4", "790456560.0 2026-01-18T19:16:00Z"])
      try expectEqual(
        browser.script("return document.querySelector('.changes .operations .values').innerText"), "3\n→\n4")
      try browser.script("document.querySelector('.watches button').click()")
      try browser.wait(until: "location.hash === '#25&tab=history&watch=0'")
      let line = try browser.element("image", "count($.items.*) from 0 to 4 over 4 changes")
      try expectEqual(
        browser.script("return document.querySelector('.entry[aria-current]').innerText"),
        "25 item.create bike-4  bike  15.4 changed\n3\n→\n4\n+1")
      // A click goes to the nearest step.
      try line.click()
      try expectEqual(browser.selection(), "25 item.create")
      try browser.script(
        """
        const box = document.querySelector('.curve svg').getBoundingClientRect();
        document.querySelector('.curve svg').dispatchEvent(new MouseEvent('click', { clientX: box.left + box.width * 9 / 126, clientY: box.top + 9 }));
        """)
      try expectEqual(browser.selection(), "7 item.create")
      try browser.open(ReportPages.forgotten, fragment: "31")
      try expectEqual(
        browser.script("return document.querySelector('.watches dd').innerText"),
        "unknown: the journal doesn't hold this state")
      // A place with numbers has a line, too; its texts have none.
      try browser.open(ReportPages.bugs[4], fragment: "25:/projects/bike/updated&tab=history")
      try browser.wait(until: "document.querySelector('.curve:not([hidden])')")
      try browser.open(ReportPages.bugs[4], fragment: "25:/projects/bike/title&tab=history")
      try browser.wait(until: "document.querySelector('.entry')")
      try browser.rest()
      try expectEqual(browser.script("return document.querySelector('.curve').hidden"), true)
      try expectEqual(browser.messages(), [])
    }
  }
}
