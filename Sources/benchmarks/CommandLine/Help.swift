/// The text that `--help` prints.
let helpText = """
  OVERVIEW: Measure reduxlog against its baselines, in turn, in one run.

  The exit code is 0 whatever the figures are. docs/explanation/performance.md
  describes each measurement.

  USAGE: swift run -c release benchmarks [--filter TEXT] [--quick]
                                         [--format human|json] [--folder PATH]
         swift run -c release benchmarks --list [--filter TEXT]
         swift run -c release benchmarks growth [COUNT...] [--folder PATH]
         swift run -c release benchmarks documents [COUNT...] [--folder PATH]
         swift run -c release benchmarks inspector COMMAND...

  OPTIONS:
    --filter TEXT        Measure only rows whose names contain TEXT. Repeatable.
    --quick              Measure little, to check that everything works. The
                         figures mean little.
    --format human|json  Print a table (the default) or a JSON document with the
                         schema reduxlog.benchmarks/1.
    --folder PATH        Make the journals, up to 1 GB, in PATH instead of the
                         system's temporary folder. They are removed afterwards.
    --list               List the rows without measuring.
    --help               Print this help.

  `growth` records, verifies, and shows journals of COUNT actions (by default
  1,000, 100,000, and 10,000,000; the last takes about 3 GB), and reports how
  times and peak memory grow.

  `documents` does so for more commands on journals of COUNT edits (by default
  1,000 and 8,000) of one array in a JSON document.

  `inspector` is the reduxlog command line for journals of the measured app.

  EXIT CODES: 0 measured; 1 something couldn't be measured; 2 wrong usage.

  """
