// The viewer's first page: it asks for a journal, and hands it to the page of a report.

/** Shows the drop target. `show(source)` shows a journal and resolves to its page. */
function startViewer(show) {
  const viewer = new ViewerPage(show);
  fill(document.getElementById("page"), viewer.root);
  viewer.input.focus();
}

class ViewerPage {
  constructor(show) {
    this.show = show;
    this.page = null;
    this.input = element("input", { type: "file", id: "journals", multiple: true, on: { change: () => this.open(this.input.files) } });
    this.status = element("p", { role: "status", class: "note" });
    this.trouble = element("p", { role: "alert", class: "trouble", hidden: true });
    this.root = element("section", { class: "viewer", "aria-labelledby": "viewer-title" },
      element("h1", { id: "viewer-title", text: "Journal viewer" }),
      element("p", {}, element("label", { for: "journals", text: "Drop a journal here, or choose files" }), this.input),
      this.status, this.trouble,
      element("ul", { class: "viewer-notes" }, viewerNotes.map((text) => element("li", { text }))));
    // A file that is dropped beside the target would replace the page.
    addEventListener("dragover", (event) => this.drag(event, true));
    addEventListener("dragleave", (event) => this.drag(event, false));
    addEventListener("drop", (event) => {
      this.drag(event, false);
      if (event.dataTransfer.files.length > 0) this.open(event.dataTransfer.files);
    });
  }

  drag(event, isOver) {
    event.preventDefault();
    this.root.classList.toggle("dragged", isOver);
  }

  async open(files) {
    if (this.page) {
      this.page.say("Reload this page to open another journal.");
      return;
    }
    if (files.length === 0 || this.input.disabled) return;
    this.trouble.hidden = true;
    this.input.disabled = true;
    this.status.textContent = "Checking sums…";
    try {
      const source = await JournalSource.open([...files], (part) => {
        this.status.textContent = `Checking sums… ${Math.floor(part * 100)} %`;
      });
      this.page = await this.show(source);
    } catch (error) {
      this.status.textContent = "";
      this.trouble.textContent = visibleText(error.message);
      this.trouble.hidden = false;
      this.input.disabled = false;
      this.input.value = "";
      this.input.focus();
    }
  }
}

const viewerNotes = [
  "The page reads the files in this browser. It sends nothing.",
  "Drop all segments of a journal together.",
  "The page checks every line's sum. Only “reduxlog verify” proves states, with the app's reducers.",
];
