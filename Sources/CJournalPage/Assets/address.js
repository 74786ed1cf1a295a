// The address of what the page shows, in the fragment: #138:/items/3&tab=history&filter=plumber&range=100..200&order=slowest

const tabNames = ["changes", "state", "action", "history"];

/** What a fragment asks for. Unknown or broken parts count as absent. */
function readAddress(fragment) {
  const address = { seq: null, tokens: [], watch: -1, tab: null, filter: "", range: null, order: "recorded" };
  const [point, ...options] = fragment.replace(/^#/, "").split("&");
  const match = /^([0-9]*)(?::(.*))?$/s.exec(decoded(point));
  if (match) {
    // Without a seq, it is the newest state of an app that runs.
    address.seq = match[1] === "" ? null : Number(match[1]);
    try {
      address.tokens = parsePointer(match[2] ?? "");
    } catch {
      address.tokens = [];
    }
  }
  for (const option of options) {
    const separator = option.indexOf("=");
    const name = option.slice(0, separator);
    const value = decoded(option.slice(separator + 1));
    if (name === "filter") address.filter = value;
    if (name === "tab" && tabNames.includes(value)) address.tab = value;
    if (name === "order" && orderNames[value]) address.order = value;
    if (name === "watch" && /^[0-9]{1,4}$/.test(value)) address.watch = Number(value);
    const range = name === "range" && /^([0-9]+)\.\.([0-9]+)$/.exec(value);
    if (range) address.range = [Number(range[1]), Number(range[2])];
  }
  return address;
}

function printAddress({ seq, tokens, watch, tab, filter, range, order }) {
  const parts = [encodedPart(tokens.length > 0 ? `${seq ?? ""}:${printPointer(tokens)}` : String(seq ?? ""))];
  if (tab && tab !== "changes") parts.push(`tab=${tab}`);
  if (watch >= 0) parts.push(`watch=${watch}`);
  if (filter) parts.push(`filter=${encodedPart(filter)}`);
  if (range) parts.push(`range=${range[0]}..${range[1]}`);
  if (order && order !== "recorded") parts.push(`order=${order}`);
  return `#${parts.join("&")}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodedPart(text) {
  return encodeURIComponent(text.toWellFormed()).replaceAll("%2F", "/").replaceAll("%3A", ":").replaceAll("%20", "+").replaceAll("+", "%20");
}

/** Keeps the fragment up to date: jumps add to the browser's history, steps replace the entry when they rest. */
class AddressBar {
  constructor(onLeave, signal) {
    this.timer = 0;
    window.addEventListener("popstate", () => {
      onLeave(readAddress(location.hash));
    }, { signal });
  }

  /** Leaves the fragment as it is: the page shows what it asks for. */
  keep() {
    clearTimeout(this.timer);
  }

  show(address, isJump) {
    clearTimeout(this.timer);
    const fragment = printAddress(address);
    if (fragment === location.hash) return;
    if (isJump) history.pushState(null, "", fragment);
    else this.timer = setTimeout(() => history.replaceState(null, "", fragment), 300);
  }
}
