// The keys that work everywhere on the page. Fields, the tree and the slider handle their own keys first.

function installKeys(page) {
  let count = "";
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || page.help.root.open) return;
    if (event.target.closest?.("input, textarea, select")) return;
    if (/^[0-9]$/.test(event.key) && (count !== "" || event.key !== "0")) {
      count += event.key;
      page.say(`${count}: press G to go there`);
      return;
    }
    const number = count === "" ? null : Number(count);
    if (event.key !== "Shift" && count !== "") {
      count = "";
      page.say("");
    }
    const action = keyAction(page, event, number);
    if (!action) return;
    event.preventDefault();
    action();
  }, { signal: page.closing.signal });
}

function keyAction(page, event, number) {
  const times = number ?? 1;
  // Inside the details, the arrows scroll; j and k always step.
  const isInDetail = event.target.closest?.(".panel, .found");
  const pageOfRows = Math.max(1, Math.floor(page.list.height / page.list.rowHeight) - 1);
  const moves = { ArrowDown: times, ArrowUp: -times, PageDown: pageOfRows * times, PageUp: -pageOfRows * times, End: Infinity };
  if (event.key === "Home" && !isInDetail) return () => page.selectFirst();
  if (moves[event.key] !== undefined && !isInDetail) return () => page.step(clampStep(moves[event.key], page));
  const { visible } = page.model;
  const actions = {
    j: () => page.step(times), k: () => page.step(-times), n: () => page.step(times), N: () => page.step(-times),
    g: () => (number === null ? page.selectFirst() : page.goToSeq(number)),
    G: () => (number === null ? page.step(visible.length) : page.goToSeq(number)),
    e: () => page.goToProblem(1), E: () => page.goToProblem(-1),
    "/": () => page.find.focus(), f: () => page.find.focus(), "?": () => page.help.open(),
    b: () => page.showHistory(page.tokens), c: () => page.pin(),
    y: () => page.copy(page.point()), Y: () => page.copy(page.command()),
    ".": () => page.detail.inState((state) => state.goToChange(1)), ",": () => page.detail.inState((state) => state.goToChange(-1)),
    s: () => page.detail.inState((state) => state.tools.toggleSort()),
    p: () => page.player.toggle(), r: () => page.detail.copyRaw(), t: () => page.find.types.toggle(),
    "[": () => page.detail.turn(-1), "]": () => page.detail.turn(1),
    Escape: () => closeTopLayer(page),
  };
  const liveAction = number === null ? page.live?.keyAction(event.key) : undefined;
  if (liveAction) return liveAction;
  if (event.key === "Enter" && event.target.closest?.("button, summary, a, [role=tree]") === null) return () => {
    page.detail.panel.focus({ preventScroll: page.isStacked });
    page.showDetail();
  };
  return actions[event.key];
}

function clampStep(by, page) {
  const { length } = page.model.visible;
  return Math.max(-length, Math.min(length, by));
}

function closeTopLayer(page) {
  if (page.root.querySelector(".detail")?.contains(document.activeElement) || page.isStacked && page.filter === "" && !page.range) page.showList();
  else if (page.filter !== "") page.find.clear();
  else if (page.range) page.setRange(null);
  else page.list.root.focus();
}
