// The calculating unit: one recursion step of two nodes with up to two children each.
//
// 12 products, 16 sums, 20 comparisons (US 6862026); eight cycles (3 + 4 + 1) from inputs to
// outputs, a step every cycle. `leaf_a`, `leaf_b`: that node has no children and stays. Pairs
// are numbered 2 * side of a + side of b; `apart` is set where a pair provably does not overlap.
module calculate (
    input  wire        clock,
    input  wire        valid,
    input  wire        leaf_a, leaf_b,
    input  wire [1:0]  axis_a, axis_b,
    input  wire [31:0] cut_a0, cut_a1, cut_b0, cut_b1,
    input  wire [95:0] a_lo, a_hi, b_lo, b_hi,
    input  wire [95:0] a_in_b_lo, a_in_b_hi, b_in_a_lo, b_in_a_hi,
    input  wire [95:0] column_a, column_b,
    output wire        done,
    output wire [3:0]  apart,
    output wire [95:0] moved_a0, moved_a1, moved_b0, moved_b1,
    output wire [31:0] face_a0, face_a1, face_b0, face_b1
);
    wire [3:0] in_a, in_b;

    direction b_to_a (
        .clock(clock), .enclosure_lo(b_in_a_lo), .enclosure_hi(b_in_a_hi),
        .cut0(cut_b0), .cut1(cut_b1), .column(column_b),
        .other_lo(a_lo), .other_hi(a_hi), .other_axis(axis_a),
        .other_cut0(cut_a0), .other_cut1(cut_a1), .still(leaf_a), .fixed(leaf_b),
        .moved0(moved_b0), .moved1(moved_b1),
        .other_face0(face_a0), .other_face1(face_a1), .apart(in_a));

    direction a_to_b (
        .clock(clock), .enclosure_lo(a_in_b_lo), .enclosure_hi(a_in_b_hi),
        .cut0(cut_a0), .cut1(cut_a1), .column(column_a),
        .other_lo(b_lo), .other_hi(b_hi), .other_axis(axis_b),
        .other_cut0(cut_b0), .other_cut1(cut_b1), .still(leaf_b), .fixed(leaf_a),
        .moved0(moved_a0), .moved1(moved_a1),
        .other_face0(face_b0), .other_face1(face_b1), .apart(in_b));

    // The other direction numbers pairs by b's side first.
    assign apart = in_a | {in_b[3], in_b[1], in_b[2], in_b[0]};
    delay #(.BITS(1), .CYCLES(8)) token (clock, valid, done);
endmodule
