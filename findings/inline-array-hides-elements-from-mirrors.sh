#!/usr/bin/env bash
# A mirror of an InlineArray has no elements: one child, `_storage`, whose value is `(Unknown)`.
#
# Expected: a child for each element, as a mirror of an array has. Two arrays with other elements look the same to everything
# that is built on mirrors: dump, String(describing:), tests that print what differs, and recorders of plain states.
# Seen with Swift 6.3.1 on Linux.
#
# Exits with 0 while that is so, otherwise with 1. Needs a Swift toolchain.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
swift --version 2>&1 | head -n 1

cat >main.swift <<'EOF'
struct Score {
  var list = [1, 2, 3]
  var inline: InlineArray<3, Int>
}
for score in [Score(inline: [1, 2, 3]), Score(inline: [7, 8, 9])] {
  let parts = Mirror(reflecting: score).children.map { "\($0.label ?? "-"): \(Mirror(reflecting: $0.value).children.count)" }
  print(parts.joined(separator: ", "), score.inline)
}
EOF
swiftc main.swift -o scores
./scores | tee output
same=$(sort -u output | wc -l)
[ "$same" = 1 ] && grep -q 'list: 3, inline: 1 .*(_storage: (Unknown))' output
