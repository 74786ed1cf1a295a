// Playback: the selection goes through the visible rows in the pace in which the user acted.

// In microseconds.
const shortestStep = 300_000;

class Player {
  constructor(page) {
    this.page = page;
    this.timer = 0;
    this.isStepping = false;
    this.button = button("Play", () => this.toggle(), { "aria-pressed": "false", class: "play", "aria-keyshortcuts": "p", title: terms.play });
  }

  toggle() {
    if (this.timer) this.stop();
    else if (this.next === undefined && this.page.model.visible.length > 1) this.step(this.page.model.visible[0]);
    else this.wait();
  }

  /** The visible row after the selected one. */
  get next() {
    const { model, row } = this.page;
    return model.visible[model.indexOf(row) + 1];
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.button.setAttribute("aria-pressed", "false");
    this.button.textContent = "Play";
  }

  // Waits as long as the user did, but skips most of a long pause. Many recordings are made without any.
  wait() {
    const { model, row } = this.page;
    const { next } = this;
    if (next === undefined) {
      this.stop();
      return this.page.say("The recording ends here.");
    }
    const passed = Math.min(longestPause, Math.max(shortestStep, absoluteTime(model, next) - absoluteTime(model, row)));
    this.button.setAttribute("aria-pressed", "true");
    this.button.textContent = "Stop";
    this.timer = setTimeout(() => this.step(next), passed / 1000);
    return undefined;
  }

  step(row) {
    this.isStepping = true;
    this.page.select(row);
    this.isStepping = false;
    this.wait();
  }
}
