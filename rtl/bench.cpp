// Feeds the calculating unit with vectors from standard input and compares every output with the
// emulator's, bit for bit; usage: bench LATENCY < vectors
//
// A vector is 53 little-endian words: control (bit 0 valid, 1 leaf a, 2 leaf b, 4.. axes), cuts
// a0 a1 b0 b1, boxes a, b, a in b, b in a (lo, then hi), columns a, b; then what is expected: the
// mask of pairs that count with which of them are apart, faces moved a0 a1 b0 b1, new faces
// a0 a1 b0 b1. A vector that is not valid is a cycle without a step.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include "Vcalculate.h"
#include "verilated.h"

static const int INPUTS = 36, OUTPUTS = 17;
typedef uint32_t Word;

struct Vector {
    Word in[INPUTS];
    Word out[OUTPUTS];
};

static void three(VlWide<3>& port, const Word* from) {
    for (int i = 0; i < 3; i++) port[i] = from[i];
}

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const uint64_t latency = strtoull(argv[1], nullptr, 10);
    Vcalculate unit;
    std::deque<std::pair<uint64_t, Vector>> inside;
    std::vector<Vector> block(4096);
    uint64_t cycle = 0, steps = 0;
    size_t have = 0, next = 0, idle = 0;
    while (idle < latency + 4) {
        if (next == have) {
            have = fread(block.data(), sizeof(Vector), block.size(), stdin);
            next = 0;
        }
        unit.valid = 0;
        if (next < have) {
            const Vector& v = block[next++];
            const Word* w = v.in;
            unit.valid = w[0] & 1;
            unit.leaf_a = w[0] >> 1 & 1;
            unit.leaf_b = w[0] >> 2 & 1;
            unit.axis_a = w[0] >> 4 & 3;
            unit.axis_b = w[0] >> 6 & 3;
            unit.cut_a0 = w[1]; unit.cut_a1 = w[2]; unit.cut_b0 = w[3]; unit.cut_b1 = w[4];
            three(unit.a_lo, w + 5); three(unit.a_hi, w + 8);
            three(unit.b_lo, w + 11); three(unit.b_hi, w + 14);
            three(unit.a_in_b_lo, w + 17); three(unit.a_in_b_hi, w + 20);
            three(unit.b_in_a_lo, w + 23); three(unit.b_in_a_hi, w + 26);
            three(unit.column_a, w + 29); three(unit.column_b, w + 32);
            if (unit.valid) inside.push_back({cycle, v});
        } else {
            idle++;
        }
        unit.clock = 0;
        unit.eval();
        unit.clock = 1;
        unit.eval();
        cycle++;
        if (!unit.done) {
            if (!inside.empty() && cycle - inside.front().first >= latency) {
                printf("cycle %llu: no answer after %llu cycles\n", (unsigned long long)cycle,
                       (unsigned long long)latency);
                return 1;
            }
            continue;
        }
        if (inside.empty() || cycle - inside.front().first != latency) {
            printf("cycle %llu: an answer too early\n", (unsigned long long)cycle);
            return 1;
        }
        const Vector v = inside.front().second;
        inside.pop_front();
        steps++;
        Word got[OUTPUTS];
        const Word counts = v.out[0] >> 4;
        got[0] = counts << 4 | (unit.apart & counts);
        const VlWide<3>* moved[4] = {&unit.moved_a0, &unit.moved_a1, &unit.moved_b0, &unit.moved_b1};
        for (int i = 0; i < 12; i++) got[1 + i] = (*moved[i / 3])[i % 3];
        got[13] = unit.face_a0; got[14] = unit.face_a1;
        got[15] = unit.face_b0; got[16] = unit.face_b1;
        const bool leaf[2] = {bool(v.in[0] & 2), bool(v.in[0] & 4)};
        for (int i = 0; i < OUTPUTS; i++) {
            // Nothing of a leaf moves: what its side of the unit computes is not used.
            const bool of_a = (i >= 1 && i <= 6) || i == 13 || i == 14;
            if (i > 0 && leaf[of_a ? 0 : 1]) continue;
            if (got[i] != v.out[i]) {
                printf("step %llu, output %d: %08x, expected %08x\n", (unsigned long long)steps, i,
                       got[i], v.out[i]);
                for (int k = 0; k < INPUTS; k++) printf("%08x ", v.in[k]);
                printf("\n");
                return 1;
            }
        }
    }
    if (!inside.empty()) {
        printf("%zu steps without an answer\n", inside.size());
        return 1;
    }
    printf("%llu steps in %llu cycles agree, latency %llu\n", (unsigned long long)steps,
           (unsigned long long)cycle, (unsigned long long)latency);
    return 0;
}
