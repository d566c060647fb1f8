// Whether a < b, one stage; never of a NaN. Rules: docs/accelerator-arithmetic.md.
module less (
    input  wire        clock,
    input  wire [31:0] a,
    input  wire [31:0] b,
    output reg         answer
);
    wire [30:0] size_a = a[30:23] == 8'd0 ? 31'd0 : a[30:0];
    wire [30:0] size_b = b[30:23] == 8'd0 ? 31'd0 : b[30:0];
    wire        nan    = size_a > 31'h7f800000 || size_b > 31'h7f800000;
    wire        zeros  = size_a == 31'd0 && size_b == 31'd0;
    always @(posedge clock)
        answer <= !nan && !zeros
            && (a[31] != b[31] ? a[31] : a[31] ? size_a > size_b : size_a < size_b);
endmodule
