// Starts the page: a report shows its own recording, the viewer asks for journals.

async function showRecording(source) {
  const page = await makePage(source, document.getElementById("page"));
  await page.start();
  return page;
}

/** Makes the page of a recording. It works in parts, because each one takes a while. */
async function makePage(source, root, live = null) {
  const recording = new Recording(source);
  await pause();
  const model = new Model(recording);
  await pause();
  await model.settle();
  const page = new Page(model, root, live);
  addEventListener("beforeprint", () => preparePrint(page), { signal: page.closing.signal });
  await pause();
  return page;
}

async function startReport() {
  const root = document.getElementById("page");
  try {
    await showRecording(await EmbeddedSource.open());
  } catch (error) {
    // Keep the static page: it still has the verdict and the actions around each problem.
    root.prepend(element("p", { class: "trouble", role: "alert", text: `The interactive page doesn't work here: ${error.message}. Below is the short form.` }));
  }
}

/** Adds what only paper shows: the selected changes as they are, and the whole state. */
function preparePrint(page) {
  page.root.querySelector(".print-state")?.remove();
  for (const folded of page.root.querySelectorAll("details.folded")) {
    folded.open = true;
    folded.unfold();
  }
  const state = page.recording.states.get(page.row);
  if (state === undefined) return;
  const text = visibleLines(printJSON(state, 2).slice(0, 500_000));
  page.root.append(element("section", { class: "print-state" }, element("h2", { text: `State ${page.seq()}` }), element("pre", { text })));
}

if (document.getElementById("head")) startReport();
else if (typeof startLive === "function") startLive();
else if (typeof startViewer === "function") startViewer(showRecording);
