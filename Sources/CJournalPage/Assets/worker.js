// The page's worker runs the page's own script, up to here: in a worker there is no page to show.

if (typeof document === "undefined") {
  serveJournal(self);
  return;
}
