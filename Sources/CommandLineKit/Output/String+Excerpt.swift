extension String {
  /// The start of a text in one line of so many columns, safe on a terminal, with `…` where something is missing.
  ///
  /// Its bytes are bounded too: a character can have any number of accents, of which none takes a column.
  package func excerpt(columns: Int) -> String {
    let start = unicodeScalars.prefix(4 * columns)
    let shown = String(start).escapedForTerminal
    guard start.endIndex < unicodeScalars.endIndex else { return shown.shortened(to: columns) }
    return shown.terminalWidth < columns ? shown + "…" : (shown + "…").shortened(to: columns)
  }
}
