@_exported public import TerminalText

// The kit's API takes StyledText: a command imports CommandLineKit alone.
