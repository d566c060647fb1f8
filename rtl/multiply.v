// Binary32 product, three stages, one a cycle. Rules: docs/accelerator-arithmetic.md.
module multiply (
    input  wire        clock,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output reg  [31:0] product
);
    // A subnormal operand counts as zero: an exponent of zero says it all.
    wire zero_a = a[30:23] == 8'd0;
    wire zero_b = b[30:23] == 8'd0;
    wire top_a  = a[30:23] == 8'hff;
    wire top_b  = b[30:23] == 8'hff;
    wire nan_a  = top_a && a[22:0] != 23'd0;
    wire nan_b  = top_b && b[22:0] != 23'd0;
    wire inf_a  = top_a && !nan_a;
    wire inf_b  = top_b && !nan_b;

    // Stage 1: significands multiplied, exponents added (biased by 254).
    reg [47:0] significand1;
    reg [9:0]  exponent1;
    reg        sign1, nan1, inf1, zero1;
    always @(posedge clock) begin
        significand1 <= {1'b1, a[22:0]} * {1'b1, b[22:0]};
        exponent1    <= {2'b0, a[30:23]} + {2'b0, b[30:23]};
        sign1        <= a[31] ^ b[31];
        nan1         <= nan_a || nan_b || (inf_a && zero_b) || (inf_b && zero_a);
        inf1         <= inf_a || inf_b;
        zero1        <= zero_a || zero_b;
    end

    // Stage 2: shifted so that the leading one is bit 47; tiny is decided before rounding.
    reg [23:0] significand2;
    reg [9:0]  exponent2;
    reg        round2, sticky2, sign2, nan2, inf2, zero2;
    wire       high = significand1[47];
    wire [9:0] exponent = exponent1 + {9'd0, high};
    always @(posedge clock) begin
        significand2 <= high ? significand1[47:24] : significand1[46:23];
        round2       <= high ? significand1[23] : significand1[22];
        sticky2      <= high ? |significand1[22:0] : |significand1[21:0];
        exponent2    <= exponent;
        sign2        <= sign1;
        nan2         <= nan1;
        inf2         <= inf1;
        // A biased exponent of 0 or less, that is 127 or less of the sum.
        zero2        <= zero1 || exponent <= 10'd127;
    end

    // Stage 3: to nearest, ties to even.
    wire [24:0] rounded = {1'b0, significand2} + {24'd0, round2 && (sticky2 || significand2[0])};
    wire [9:0]  last    = exponent2 - 10'd127 + {9'd0, rounded[24]};
    always @(posedge clock)
        if (nan2)                          product <= 32'h7fc00000;
        else if (inf2)                     product <= {sign2, 8'hff, 23'd0};
        else if (zero2)                    product <= {sign2, 31'd0};
        else if (last >= 10'd255)          product <= {sign2, 8'hff, 23'd0};
        else product <= {sign2, last[7:0], rounded[24] ? rounded[23:1] : rounded[22:0]};
endmodule
