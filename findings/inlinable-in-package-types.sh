#!/usr/bin/env bash
# @inlinable on a method of a `package` type has no effect, without a warning, unless the type is @usableFromInline.
#
# Expected: the attribute works, as it does for a package function, or the compiler says that it can't.
# Seen with Swift 6.3.1, release builds: another module of the package inlines the function, and the method of the type that is
# @usableFromInline; it calls the method of the other type. In that type the compiler doesn't even check that the body names
# only what is usable from inlined code, as it does elsewhere.
#
# Exits with 0 while that is so, otherwise with 1. Needs a Swift toolchain and binutils.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
swift --version 2>&1 | head -n 1

mkdir -p Sources/Lower Sources/Upper
cat >Package.swift <<'EOF'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "inlining", targets: [.target(name: "Lower"), .target(name: "Upper", dependencies: ["Lower"])])
EOF
cat >Sources/Lower/Lower.swift <<'EOF'
@inlinable package func mixInFunction(_ value: Int) -> Int { value &* 31 &+ 7 }

package struct Plain {
  package var value: Int
  package init(_ value: Int) { self.value = value }
  @inlinable package func mixInPlainType() -> Int { value &* 31 &+ 7 }
}

@usableFromInline package struct Usable {
  @usableFromInline package var value: Int
  @usableFromInline package init(_ value: Int) { self.value = value }
  @inlinable package func mixInUsableType() -> Int { value &* 31 &+ 7 }
}
EOF
cat >Sources/Upper/Upper.swift <<'EOF'
import Lower
public func first(_ value: Int) -> Int { mixInFunction(value) }
public func second(_ value: Int) -> Int { Plain(value).mixInPlainType() }
public func third(_ value: Int) -> Int { Usable(value).mixInUsableType() }
EOF
swift build -c release >/dev/null 2>&1
called=$(nm -u "$(swift build -c release --show-bin-path)/Upper.build/Upper.swift.o" | swift demangle --simplified |
  grep -oE 'mixIn\w+' | sort -u | tr '\n' ' ')
echo "called, not inlined: $called"
[ "$called" = 'mixInPlainType ' ]
