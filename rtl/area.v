// The calculating unit behind shift registers, since no package has that many pins: its area
// and clock are what they are without; the registers add one flip-flop a bit.
module area (
    input  wire clock,
    input  wire in,
    input  wire load,
    output wire out
);
    localparam INPUTS = 7 + 4 * 32 + 10 * 96, OUTPUTS = 5 + 4 * 96 + 4 * 32;
    reg [INPUTS-1:0]  given;
    reg [OUTPUTS-1:0] taken;
    wire [OUTPUTS-1:0] result;
    always @(posedge clock) begin
        given <= {given[INPUTS-2:0], in};
        taken <= load ? result : {taken[OUTPUTS-2:0], 1'b0};
    end
    assign out = taken[OUTPUTS-1];

    wire       valid, leaf_a, leaf_b;
    wire [1:0] axis_a, axis_b;
    wire [31:0] cut_a0, cut_a1, cut_b0, cut_b1;
    wire [95:0] a_lo, a_hi, b_lo, b_hi, a_in_b_lo, a_in_b_hi, b_in_a_lo, b_in_a_hi;
    wire [95:0] column_a, column_b;
    assign {valid, leaf_a, leaf_b, axis_a, axis_b, cut_a0, cut_a1, cut_b0, cut_b1,
        a_lo, a_hi, b_lo, b_hi, a_in_b_lo, a_in_b_hi, b_in_a_lo, b_in_a_hi,
        column_a, column_b} = given;

    calculate unit (
        .clock(clock), .valid(valid), .leaf_a(leaf_a), .leaf_b(leaf_b),
        .axis_a(axis_a), .axis_b(axis_b),
        .cut_a0(cut_a0), .cut_a1(cut_a1), .cut_b0(cut_b0), .cut_b1(cut_b1),
        .a_lo(a_lo), .a_hi(a_hi), .b_lo(b_lo), .b_hi(b_hi),
        .a_in_b_lo(a_in_b_lo), .a_in_b_hi(a_in_b_hi),
        .b_in_a_lo(b_in_a_lo), .b_in_a_hi(b_in_a_hi),
        .column_a(column_a), .column_b(column_b),
        .done(result[0]), .apart(result[4:1]),
        .moved_a0(result[100:5]), .moved_a1(result[196:101]),
        .moved_b0(result[292:197]), .moved_b1(result[388:293]),
        .face_a0(result[420:389]), .face_a1(result[452:421]),
        .face_b0(result[484:453]), .face_b1(result[516:485]));
endmodule
