// Help: how to find a cause, and all keys.

/** The keys by which browsers go back. */
const backKeys = navigator.platform.startsWith("Mac") ? "⌘ [" : "Alt ←";

const helpKeys = [
  ["↓ ↑, j k", "next and previous action"], ["PgUp PgDn, Home End", "a page, the first, the last"], ["138 G", "go to state 138; g and G alone: first and last"],
  ["/", "search; ↓ ↑ choose a result, Enter opens it, Esc clears the search; -type hides a type"], ["n N", "next and previous action that matches"], ["e E", "next and previous problem"], ["Enter, Esc", "go to the details, back to the list"],
  ["[ ]", "previous and next tab"], ["b", "history of the selected value"], ["c", "pin this state, and compare others with it"],
  [backKeys, "back to what the page showed before"],
  ["y Y", "copy the point, copy the command that shows it"], ["r", "copy the patch, the state, the action or the value as JSON"],
  ["p", "play the recording, stop"], ["t", "types of actions, to hide some"], [". ,", "next and previous change in State"], ["s", "sort the keys in State"], ["Esc", "clear the search, then the range"], ["?", "this help"],
];

class HelpView {
  constructor(page) {
    const appKeys = page.live?.bar.keys ?? [];
    const rows = [...appKeys, ...helpKeys.filter(([keys]) => !appKeys.some(([key]) => key === keys))].map(([keys, use]) => element("tr", {}, element("th", { scope: "row", text: keys }), element("td", { text: use })));
    const lines = [...Object.entries(statusSentences).map(([word, sentence]) => [statusTag(word), sentence]), ...Object.entries(terms)];
    const words = lines.map(([word, sentence]) => element("tr", {}, element("th", { scope: "row" }, word), element("td", { text: sentence })));
    this.root = element("dialog", { class: "help", "aria-labelledby": "help-title" },
      element("div", { class: "help-head" }, element("h2", { id: "help-title", text: "Help" }), button("Close", () => this.root.close())),
      element("div", { class: "help-body", tabindex: "0", role: "region", "aria-label": "Help" },
      element("h3", { text: "To find a cause" }),
      element("ol", {},
        element("li", { text: "Type a text that was on the screen. The page shows each place in the state that held it, who set it there, and until when." }),
        element("li", { text: `Click a value. History names every action that set it, and lists the same value elsewhere. ${backKeys} leads back.` }),
        element("li", { text: "Click an action. Changes shows what it did. If something should have changed and isn't listed, you have found it." })),
      element("h3", { text: "Keys" }), element("table", {}, element("tbody", {}, rows)),
      element("h3", { text: "Words" }), element("table", {}, element("tbody", {}, words)),
      element("p", { class: "quiet", text: `Made by ${visibleText(page.recording.head.tool ?? "reduxlog")}. ${page.live ? "This page talks only to the tool on this machine." : "This page sends no request: the recording never leaves it."} Times are UTC.` })));
  }

  open() {
    if (!this.root.open) this.root.showModal();
  }
}
