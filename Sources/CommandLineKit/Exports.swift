// The kit's API takes StyledText: a command imports CommandLineKit alone.
@_exported public import TerminalText
