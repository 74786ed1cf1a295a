extension String {
  /// Returns the start of a text in a line of so many columns, safe for a terminal, with `…` for omitted text.
  ///
  /// It limits the bytes, too: a character can have any number of accents, which take no column.
  package func excerpt(columns: Int) -> String {
    let start = unicodeScalars.prefix(4 * columns)
    let shown = String(start).escapedForTerminal
    guard start.endIndex < unicodeScalars.endIndex else { return shown.shortened(to: columns) }
    return shown.terminalWidth < columns ? shown + "…" : (shown + "…").shortened(to: columns)
  }
}
