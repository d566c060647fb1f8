#!/usr/bin/env bash
# The HTML report in headless Chromium, from a file path: draws with WebGL2, a click on a region
# changes view and picture, everything else is there with scripts forbidden, and it prints.
# usage: tests/browser.sh [path of gouge]
set -euo pipefail
cd "$(dirname "$0")/.."
gouge=${1:-target/debug/gouge}
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

page="$folder/report.html"
"$gouge" check molds/block.stl toolpaths/block-shank.ngc --tool '1=flat:6;len=13;shank=10,30' \
    --start 0,0,60 --no-run --format html --output "$page" && code=0 || code=$?
[ "$code" = 1 ] || { echo "check ended with $code, not 1"; exit 1; }

open() {
    timeout 120 "$browser" --headless --no-sandbox --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --disable-quic --enable-unsafe-swiftshader \
        --window-size=1100,900 --user-data-dir="$folder/profile" "$@" 2>/dev/null
}
fail() { echo "browser test: $1"; exit 1; }

dom=$(open --virtual-time-budget=5000 --dump-dom "file://$page#test" | grep -o '<body[^>]*>' | head -1)
grep -q 'data-webgl="ok"' <<<"$dom" || fail "no WebGL2 context: $dom"
python3 - "$dom" <<'PY' || fail "the click changed nothing: $dom"
import html, json, re, sys
seen = json.loads(html.unescape(re.search(r'data-test="([^"]*)"', sys.argv[1]).group(1)))
assert seen["error"] == 0, seen
assert seen["view"] != seen["then"], "the view stays"
assert seen["before"][0] != seen["after"][0], "the picture stays"
assert min(seen["before"][1], seen["after"][1]) > 100, "the picture is empty"
PY

# As servers of build artifacts forbid scripts: by a content security policy.
strict="$folder/strict.html"
policy='<meta http-equiv="Content-Security-Policy" content="script-src '"'none'"'">'
sed "s|<head>|<head>$policy|" "$page" >"$strict"
still=$(open --dump-dom "file://$strict")
! grep -q '<body[^>]*data-webgl' <<<"$still" || fail "scripts ran although they are forbidden"
for text in '<h2>Regions</h2>' 'class="gouge"' '2.0000 mm' 'from above' 'SHA-256' 'id="gouge-report"'; do
    grep -qF "$text" <<<"$still" || fail "without scripts '$text' is missing"
done

open --print-to-pdf="$folder/report.pdf" --no-pdf-header-footer "file://$page"
[ "$(head -c 5 "$folder/report.pdf")" = "%PDF-" ] || fail "it does not print"
echo "browser test: ok"
