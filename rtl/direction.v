// One direction of a recursion step: the children of `moving` enclosed in the frame of `other`.
//
// 6 products, 8 sums, 10 comparisons; eight cycles from inputs to outputs, a step every cycle.
// `moving` is given by the enclosure of the parent, its two cuts and the column of the matrix
// that its axis becomes; `other` by its box, its axis and its two cuts. Side 0 is the lower
// child, side 1 the upper one. `still` says that `other` is a leaf and stays as it is.
module direction (
    input  wire        clock,
    input  wire [95:0] enclosure_lo, // x, y, z from the low bits up
    input  wire [95:0] enclosure_hi,
    input  wire [31:0] cut0, cut1,
    input  wire [95:0] column,
    input  wire [95:0] other_lo,
    input  wire [95:0] other_hi,
    input  wire [1:0]  other_axis,
    input  wire [31:0] other_cut0, other_cut1,
    input  wire        still, fixed,
    output wire [95:0] moved0, moved1, // the face that moved, on each axis
    output wire [31:0] other_face0, other_face1,
    output wire [3:0]  apart           // pairs: other's side, then moving's side
);
    genvar x, side;

    // Columns of positive sign move the upper face of a lower child, and the lower face of an
    // upper one.
    wire [2:0] positive = {!column[95], !column[63], !column[31]};
    wire [2:0] positive_later;
    delay #(.BITS(3), .CYCLES(7)) signs (clock, positive, positive_later);

    // Parent's faces where the sums and where the comparisons need them.
    wire [191:0] faces_at_sum, faces_at_compare, others_at_compare;
    delay #(.BITS(192), .CYCLES(3)) faces3 (clock, {enclosure_hi, enclosure_lo}, faces_at_sum);
    delay #(.BITS(192), .CYCLES(4)) faces7 (clock, faces_at_sum, faces_at_compare);
    delay #(.BITS(192), .CYCLES(7)) others7 (clock, {other_hi, other_lo}, others_at_compare);
    wire [2:0] positive_at_sum;
    delay #(.BITS(3), .CYCLES(3)) signs3 (clock, positive, positive_at_sum);
    wire [1:0] axis_later;
    delay #(.BITS(2), .CYCLES(7)) axes (clock, other_axis, axis_later);
    wire [1:0] flags_last;
    delay #(.BITS(2), .CYCLES(8)) stays (clock, {fixed, still}, flags_last);

    wire [95:0] moved [0:1];
    wire [2:0]  beyond [0:1];
    generate
        for (side = 0; side < 2; side = side + 1) begin : child
            for (x = 0; x < 3; x = x + 1) begin : axis
                wire [31:0] step, from;
                wire        upper_face = side == 0 ? positive_at_sum[x] : !positive_at_sum[x];
                multiply times (clock, side == 0 ? cut0 : cut1, column[32*x +: 32], step);
                assign from = upper_face ? faces_at_sum[96 + 32*x +: 32]
                                         : faces_at_sum[32*x +: 32];
                add face (clock, from, step, side == 0, moved[side][32*x +: 32]);
                // The moved upper face against the other's lower one, or the other way round.
                wire hi = side == 0 ? positive_later[x] : !positive_later[x];
                less gap (clock,
                    hi ? moved[side][32*x +: 32] : others_at_compare[96 + 32*x +: 32],
                    hi ? others_at_compare[32*x +: 32] : moved[side][32*x +: 32],
                    beyond[side][x]);
            end
        end
    endgenerate

    // The other node's new faces: there after four cycles, wanted after seven.
    wire [31:0] new_face0, new_face1, face0, face1;
    wire [31:0] old_hi = other_axis == 2'd0 ? other_hi[31:0]
                       : other_axis == 2'd1 ? other_hi[63:32] : other_hi[95:64];
    wire [31:0] old_lo = other_axis == 2'd0 ? other_lo[31:0]
                       : other_axis == 2'd1 ? other_lo[63:32] : other_lo[95:64];
    add lower (clock, old_hi, other_cut0, 1'b1, new_face0);
    add upper (clock, old_lo, other_cut1, 1'b0, new_face1);
    delay #(.BITS(64), .CYCLES(3)) new_faces (clock, {new_face1, new_face0}, {face1, face0});

    // ... against the enclosure of either child, on the other node's axis.
    wire [3:0] beside;
    generate
        for (side = 0; side < 2; side = side + 1) begin : pair
            wire [31:0] lo, hi;
            wire [95:0] all_lo, all_hi;
            for (x = 0; x < 3; x = x + 1) begin : pick
                wire up = side == 0 ? positive_later[x] : !positive_later[x];
                wire use_moved = !fixed_at_compare;
                assign all_hi[32*x +: 32] = up && use_moved ? moved[side][32*x +: 32]
                                               : faces_at_compare[96 + 32*x +: 32];
                assign all_lo[32*x +: 32] = !up && use_moved ? moved[side][32*x +: 32]
                                                : faces_at_compare[32*x +: 32];
            end
            assign lo = axis_later == 2'd0 ? all_lo[31:0]
                      : axis_later == 2'd1 ? all_lo[63:32] : all_lo[95:64];
            assign hi = axis_later == 2'd0 ? all_hi[31:0]
                      : axis_later == 2'd1 ? all_hi[63:32] : all_hi[95:64];
            less below (clock, face0, lo, beside[side]);
            less above (clock, hi, face1, beside[2 + side]);
        end
    endgenerate
    wire fixed_at_compare;
    delay #(.BITS(1), .CYCLES(7)) fixed7 (clock, fixed, fixed_at_compare);

    // `still`: the other node has no new faces. `fixed`: the moving one is a leaf and has
    // nothing that moved.
    wire [1:0] gone = {|beyond[1], |beyond[0]} & {2{!flags_last[1]}};
    assign apart = {gone[1], gone[0], gone[1], gone[0]} | (beside & {4{!flags_last[0]}});

    delay #(.BITS(256), .CYCLES(1)) last
        (clock, {face1, face0, moved[1], moved[0]}, {other_face1, other_face0, moved1, moved0});
endmodule
