// So many bits, so many cycles later.
module delay #(parameter BITS = 1, parameter CYCLES = 1) (
    input  wire            clock,
    input  wire [BITS-1:0] in,
    output wire [BITS-1:0] out
);
    reg [BITS-1:0] stage [0:CYCLES-1];
    integer i;
    always @(posedge clock) begin
        stage[0] <= in;
        for (i = 1; i < CYCLES; i = i + 1) stage[i] <= stage[i-1];
    end
    assign out = stage[CYCLES-1];
endmodule
