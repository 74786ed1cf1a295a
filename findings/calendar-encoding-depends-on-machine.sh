#!/usr/bin/env bash
# A Calendar whose members are all set explicitly has another encoding on a machine whose settings happen to equal it.
#
# Expected: equal values encode alike. Only Calendar.current and .autoupdatingCurrent say so in their encodings.
# Seen with Foundation of Swift 6.3.1 on Linux: "current" is 1 where the calendar equals Calendar.current, and otherwise 0. So a
# hash or a comparison of encodings differs between two machines, and between two time zones of one. Decoding restores the members
# in both cases, and the decoded value encodes differently again where the settings are others.
#
# Exits with 0 while that is so, otherwise with 1. Needs a Swift toolchain.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
swift --version 2>&1 | head -n 1

cat >main.swift <<'EOF'
import Foundation

let current = Calendar.current
var calendar = Calendar(identifier: current.identifier)
calendar.locale = current.locale.map { Locale(identifier: $0.identifier) }
calendar.timeZone = TimeZone(identifier: "Europe/Berlin")!
calendar.firstWeekday = current.firstWeekday
calendar.minimumDaysInFirstWeek = current.minimumDaysInFirstWeek
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
print(String(decoding: try encoder.encode(calendar), as: UTF8.self))
EOF
swiftc -swift-version 5 main.swift -o coding 2>/dev/null
here=$(TZ=Europe/Berlin ./coding)
there=$(TZ=Asia/Tokyo ./coding)
printf 'in Europe/Berlin: %s\nin Asia/Tokyo:    %s\n' "$here" "$there"
[ "${here/\"current\":1/\"current\":0}" = "$there" ] && [ "$here" != "$there" ]
