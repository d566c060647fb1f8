// Binary32 sum, or difference, four stages, one a cycle. Rules: docs/accelerator-arithmetic.md.
module add (
    input  wire        clock,
    input  wire [31:0] a,
    input  wire [31:0] b,
    input  wire        subtract,
    output reg  [31:0] sum
);
    wire        sign_b = b[31] ^ subtract;
    wire        zero_a = a[30:23] == 8'd0;
    wire        zero_b = b[30:23] == 8'd0;
    wire        top_a  = a[30:23] == 8'hff;
    wire        top_b  = b[30:23] == 8'hff;
    wire        nan_a  = top_a && a[22:0] != 23'd0;
    wire        nan_b  = top_b && b[22:0] != 23'd0;
    wire        inf_a  = top_a && !nan_a;
    wire        inf_b  = top_b && !nan_b;
    // Of equal magnitudes a comes first; a zero's fraction does not count.
    wire [30:0] size_a = zero_a ? 31'd0 : a[30:0];
    wire [30:0] size_b = zero_b ? 31'd0 : b[30:0];
    wire        swap   = size_b > size_a;

    // Stage 1: the larger first.
    reg [23:0] large1, small1;
    reg [7:0]  exponent1, distance1;
    reg        sign1, differ1, nan1, inf1, negative1;
    wire [7:0] exponent_large = swap ? b[30:23] : a[30:23];
    wire [7:0] exponent_small = swap ? a[30:23] : b[30:23];
    wire       zero_large     = swap ? zero_b : zero_a;
    wire       zero_small     = swap ? zero_a : zero_b;
    always @(posedge clock) begin
        large1    <= zero_large ? 24'd0 : {1'b1, swap ? b[22:0] : a[22:0]};
        small1    <= zero_small ? 24'd0 : {1'b1, swap ? a[22:0] : b[22:0]};
        exponent1 <= exponent_large;
        distance1 <= exponent_large - exponent_small;
        sign1     <= swap ? sign_b : a[31];
        differ1   <= a[31] ^ sign_b;
        nan1      <= nan_a || nan_b || (inf_a && inf_b && (a[31] ^ sign_b));
        inf1      <= inf_a || inf_b;
        // A zero that comes of nothing but negative zeros is negative.
        negative1 <= a[31] && sign_b;
    end

    // Stage 2: the smaller shifted by the difference of exponents, with guard, round, sticky.
    reg [26:0] large2, small2;
    reg [7:0]  exponent2;
    reg        sign2, differ2, nan2, inf2, negative2;
    wire [50:0] wide    = {small1, 27'd0} >> distance1[4:0];
    wire        far     = distance1 > 8'd26;
    always @(posedge clock) begin
        large2    <= {large1, 3'd0};
        small2    <= far ? {26'd0, small1 != 24'd0} : {wide[50:25], |wide[24:0]};
        exponent2 <= exponent1;
        sign2     <= sign1;
        differ2   <= differ1;
        nan2      <= nan1;
        inf2      <= inf1;
        negative2 <= negative1;
    end

    // Stage 3: added, and the leading one looked for.
    reg [27:0] total3;
    reg [4:0]  leading3;
    reg [7:0]  exponent3;
    reg        sign3, nan3, inf3, negative3;
    wire [27:0] total = differ2 ? {1'b0, large2} - {1'b0, small2} : {1'b0, large2} + {1'b0, small2};
    integer    i;
    reg [4:0]  leading;
    always @* begin
        leading = 5'd28;
        for (i = 0; i < 28; i = i + 1)
            if (total[i]) leading = 5'd27 - i[4:0];
    end
    always @(posedge clock) begin
        total3    <= total;
        leading3  <= leading;
        exponent3 <= exponent2;
        sign3     <= sign2;
        nan3      <= nan2;
        inf3      <= inf2;
        negative3 <= negative2;
    end

    // Stage 4: normalised and rounded to nearest, ties to even. What is tiny is exact: it can
    // be decided before rounding.
    wire [27:0] shifted  = total3 << leading3;
    wire [9:0]  exponent = {2'd0, exponent3} + 10'd1 - {5'd0, leading3};
    wire        up       = shifted[3] && (|shifted[2:0] || shifted[4]);
    wire [24:0] rounded  = {1'b0, shifted[27:4]} + {24'd0, up};
    wire [9:0]  last     = exponent + {9'd0, rounded[24]};
    wire        tiny     = exponent[9] || exponent == 10'd0;
    always @(posedge clock)
        if (nan3)                 sum <= 32'h7fc00000;
        else if (inf3)            sum <= {sign3, 8'hff, 23'd0};
        else if (total3 == 28'd0) sum <= {negative3, 31'd0};
        else if (tiny)            sum <= {sign3, 31'd0};
        else if (last >= 10'd255) sum <= {sign3, 8'hff, 23'd0};
        else sum <= {sign3, last[7:0], rounded[24] ? rounded[23:1] : rounded[22:0]};
endmodule
