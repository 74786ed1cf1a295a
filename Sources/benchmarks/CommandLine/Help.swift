/// What `--help` prints.
let helpText = """
  OVERVIEW: Measures reduxlog against its baselines, in turn, in one run.

  It measures, it doesn't judge: it exits with 0 whatever the figures are. What
  is measured and how is described in docs/explanation/performance.md.

  USAGE: swift run -c release benchmarks [--filter TEXT] [--quick]
                                         [--format human|json] [--folder PATH]
         swift run -c release benchmarks --list [--filter TEXT]
         swift run -c release benchmarks growth [COUNT...] [--folder PATH]
         swift run -c release benchmarks inspector COMMAND...

  OPTIONS:
    --filter TEXT        Only the rows whose names contain the text; may be
                         given several times.
    --quick              Small and fast: to see that everything works. The
                         figures mean little.
    --format human|json  A table (the default), or one JSON document with the
                         schema reduxlog.benchmarks/1.
    --folder PATH        Where to make the journals, up to 1 GB; without it in
                         the system's folder for temporary files. They are
                         removed afterwards.
    --list               List the rows, without measuring.
    --help               Print this.

  `growth` records, verifies and shows journals of so many actions (1,000,
  100,000 and 10,000,000 if nothing is said, the last about 3 GB), and tells
  what stays constant and what grows.

  `inspector` is the command line of reduxlog, for journals of the app that is
  measured.

  EXIT CODES: 0 measured; 1 something couldn't be measured; 2 wrong usage.

  """
