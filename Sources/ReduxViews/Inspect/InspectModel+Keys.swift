import ReduxInspection
import StateTree

/// The effects of keys.
extension InspectModel {
  /// Handles a key.
  package func handle(_ key: Key) -> [Demand] {
    message = nil
    defer { arrange() }
    switch key {
    case .control("c"): return stop()
    case .control("z"): return [.suspend]
    case .control("l"): return [.redraw]
    default: break
    }
    if let prompt { return type(key, into: prompt) }
    if helpTop != nil { return scrollHelp(key) }
    if openedText != nil { return commandInText(key) }
    if case .character(let character) = key, let digit = character.wholeNumberValue, character.isASCII,
      digit > 0 || count != nil
    {
      count = min((count ?? 0) * 10 + digit, 999_999_999_999)
      return []
    }
    let typed = count
    count = nil
    if let distance = distance(of: key, typed) {
      move(by: distance)
      return []
    }
    return command(key, typed)
  }

  /// The number of rows or lines that a key moves by; `nil` for other keys.
  private func distance(of key: Key, _ typed: Int?) -> Int? {
    let page = max(1, (focus == .rows ? layout.list.rows : layout.details.rows) - 1)
    let times = typed ?? 1
    switch key {
    case .up, .character("k"): return -times
    case .down, .character("j"): return times
    case .pageUp: return -times * page
    case .pageDown, .character(" "): return times * page
    case .control("u"): return -times * max(1, page / 2)
    case .control("d"): return times * max(1, page / 2)
    default: return nil
    }
  }

  private func move(by distance: Int) {
    if focus == .details { return detailLine += distance }
    defer { isJump = false }
    select(list.position(selected, offsetBy: distance))
  }

  private func command(_ key: Key, _ typed: Int?) -> [Demand] {
    switch key {
    case .home, .character("g"): goToEnd(first: true)
    case .character("G") where typed != nil: goTo(typed ?? 0)
    case .end, .character("G"): goToEnd(first: false)
    case .tab, .backTab: focus = focus == .rows ? .details : .rows
    case .character("["): show(Tab(rawValue: tab.rawValue - 1) ?? .history)
    case .character("]"): show(Tab(rawValue: tab.rawValue + 1) ?? .changes)
    case .enter: return open()
    case .right: return focus == .details ? unfold() : []
    case .left: fold()
    case .escape: closeLayer()
    case .character("q"):
      if !closeLayer() { return [.quit(interrupted: false)] }
      return filter == nil && list.matches != nil ? [.stop(.filter)] : []
    case .character("/"): prompt = Prompt(purpose: .search)
    case .character("f"): prompt = Prompt(purpose: .filter, text: filter?.finder.text ?? "")
    case .character("n"): goToMatch(1)
    case .character("N"): goToMatch(-1)
    case .character("e"): goToProblem(1)
    case .character("E"): goToProblem(-1)
    case .character("b"): return followValue()
    case .character("c"): pin()
    case .character("y"): return copy(point)
    case .character("Y"): return copy(commandLine)
    case .character("?"): helpTop = 0
    case .paste: break
    default: message = StyledMessage(text: "? shows all keys")
    }
    return []
  }

  // MARK: Going

  /// Selects a row.
  func select(_ position: JournalRows.Position) {
    guard position != selected else { return }
    isGoingBack = position < selected
    isJump = true
    selected = position
    hasMoved = true
    detailLine = 0
    detailTop = 0
  }

  private func goToEnd(first: Bool) {
    if focus == .details {
      detailLine = first ? 0 : Int.max / 2
    } else if let position = first ? list.first : list.last {
      select(position)
    }
  }

  /// Selects the row of a state.
  func goTo(_ seq: Int) {
    if !rows.seqs.contains(seq) {
      message = StyledMessage(
        text: "the journal has the states \(rows.seqs.lowerBound) to \(rows.seqs.upperBound)", isError: true)
    }
    let position = rows.position(ofSeq: seq)
    let listed = list.nearest(to: position)
    if listed != position {
      message = StyledMessage(text: "the filter hides \(seq); this is the nearest row before it")
    }
    select(listed)
  }

  private func goToMatch(_ direction: Int) {
    guard let search else {
      message = StyledMessage(text: "/ searches first")
      return
    }
    let next =
      direction > 0
      ? search.matches.first { $0 > selected } : search.matches.last { $0 < selected }
    if let next {
      select(list.nearest(to: next))
      note(search, at: next)
    } else if !search.isDone {
      message = StyledMessage(text: "no match up to \(search.reached); still searching")
    } else if let wrapped = direction > 0 ? search.matches.first : search.matches.last {
      select(list.nearest(to: wrapped))
      note(search, at: wrapped, direction > 0 ? "; began again at the start" : "; began again at the end")
    } else {
      message = missing(search)
    }
  }

  private func note(_ search: Scan, at position: JournalRows.Position, _ more: String = "") {
    let number = (search.matches.firstIndex(of: position) ?? 0) + 1
    let total = search.isDone ? "\(search.matches.count)" : "\(search.matches.count) so far"
    message = StyledMessage(text: "match \(number) of \(total)\(more)")
  }

  private func goToProblem(_ direction: Int) {
    guard let findings else {
      message = StyledMessage(text: "no problem is known yet; the rest is being checked")
      return
    }
    let seqs = findings.problems.map(\.seq)
    let here = seq
    guard
      let next = direction > 0
        ? seqs.first(where: { $0 > here }) ?? seqs.first : seqs.last(where: { $0 < here }) ?? seqs.last
    else {
      let isChecked = findings.verdict.judgement == .fine
      message = StyledMessage(
        text: isChecked ? "the verification found no problem" : "no row is a problem; \(findings.verdict.headline)")
      return
    }
    if list.matches != nil {
      filter = nil
      list.matches = nil
    }
    goTo(next)
    tab = .changes
  }

  // MARK: Layers

  /// Closes the top layer; `false` if there is none.
  @discardableResult
  private func closeLayer() -> Bool {
    if focus == .details {
      focus = .rows
    } else if tab == .history {
      tab = .changes
    } else if pinned != nil {
      pinned = nil
    } else if search != nil {
      search = nil
    } else if filter != nil {
      filter = nil
      list.matches = nil
    } else {
      return false
    }
    return true
  }

  private func stop() -> [Demand] {
    if prompt != nil {
      prompt = nil
      return []
    }
    let isWorking =
      followed != nil && history?.question != followed && historyFailure == nil
      || search?.isDone == false || filter?.isDone == false
    let isChecking = if case .to = checked { true } else { false }
    guard isWorking || isChecking else { return [.quit(interrupted: true)] }
    search?.stop()
    filter?.stop()
    followed = history?.question
    message = StyledMessage(text: "stopped; ^C again quits")
    return [.stopAll]
  }

  // MARK: An opened text

  /// Handles a key while a text fills the screen.
  private func commandInText(_ key: Key) -> [Demand] {
    guard let text = openedText else { return [] }
    let page = max(1, InspectLayout.textRows(of: size.rows).count - 1)
    func scroll(by lines: Int) { openedText?.scroll(to: text.top + lines) }
    switch key {
    case .up, .character("k"): scroll(by: -1)
    case .down, .character("j"): scroll(by: 1)
    case .pageUp: scroll(by: -page)
    case .pageDown, .character(" "): scroll(by: page)
    case .control("u"): scroll(by: -max(1, page / 2))
    case .control("d"): scroll(by: max(1, page / 2))
    case .home, .character("g"): openedText?.scroll(to: 0)
    case .end, .character("G"): openedText?.scroll(to: text.lines.count)
    case .character("/"): prompt = Prompt(purpose: .searchInText)
    case .character("n"), .character("N"):
      let found = openedText?.goToMatch(key == .character("n") ? 1 : -1)
      message = found.map { StyledMessage(text: $0) }
    case .character("y"):
      let count = text.copied.count
      message = StyledMessage(text: count == 1 ? "copied 1 character" : "copied \(count) characters")
      return [.copy(text.copied)]
    case .character("Y"): return copy(commandLine)
    case .character("?"): helpTop = 0
    case .enter: leave(text)
    case .escape, .left, .character("q"): openedText = nil
    default: message = StyledMessage(text: "? shows all keys")
    }
    return []
  }

  private func show(_ tab: Tab) {
    self.tab = tab
    detailLine = 0
    detailTop = 0
  }

  private func scrollHelp(_ key: Key) -> [Demand] {
    let page = max(1, size.rows - 2)
    switch key {
    case .up, .character("k"): helpTop = max(0, (helpTop ?? 0) - 1)
    case .down, .character("j"): helpTop = (helpTop ?? 0) + 1
    case .pageUp: helpTop = max(0, (helpTop ?? 0) - page)
    case .pageDown, .character(" "): helpTop = (helpTop ?? 0) + page
    default: helpTop = nil
    }
    if let top = helpTop { helpTop = min(top, max(0, InspectHelp.lines.count - page)) }
    return []
  }

  // MARK: Typing

  private func type(_ key: Key, into prompt: Prompt) -> [Demand] {
    var prompt = prompt
    switch key {
    case .character(let character): prompt.text.append(character)
    case .paste(let text): prompt.text += text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    case .backspace where prompt.text.isEmpty, .escape:
      self.prompt = nil
      return []
    case .backspace: prompt.text.removeLast()
    case .control("u"): prompt.text = ""
    case .enter:
      self.prompt = nil
      return find(prompt)
    default: break
    }
    self.prompt = prompt
    return []
  }

  private func find(_ prompt: Prompt) -> [Demand] {
    switch prompt.purpose {
    case .searchInText:
      guard !prompt.text.isEmpty else { return commandInText(.character("n")) }
      if let found = openedText?.search(prompt.text) { message = StyledMessage(text: found) }
      return []
    case .search:
      guard !prompt.text.isEmpty else {
        goToMatch(1)
        return []
      }
      let finder = TextFinder(prompt.text)
      search = Scan(finder: finder)
      searchStart = selected
      return [.find(finder, .search, from: rows.blockNumbers.lowerBound)]
    case .filter:
      guard !prompt.text.isEmpty else {
        filter = nil
        list.matches = nil
        return [.stop(.filter)]
      }
      let finder = TextFinder(prompt.text)
      filter = Scan(finder: finder)
      return [.find(finder, .filter, from: rows.blockNumbers.lowerBound)]
    }
  }
}
