; Switches of every form: tables with holes and at both ends of the range, bit tests, ranges, sparse cases; at every width; with the
; upper bits of narrow values set; with phis that receive different values over the edges.
; run: @table(i32 0) -> i32 -1
; run: @table(i32 99) -> i32 -1
; run: @table(i32 100) -> i32 10
; run: @table(i32 101) -> i32 11
; run: @table(i32 102) -> i32 12
; run: @table(i32 103) -> i32 -1
; run: @table(i32 104) -> i32 14
; run: @table(i32 105) -> i32 15
; run: @table(i32 106) -> i32 16
; run: @table(i32 111) -> i32 -1
; run: @table(i32 112) -> i32 15
; run: @table(i32 113) -> i32 16
; run: @table(i32 114) -> i32 10
; run: @table(i32 115) -> i32 11
; run: @table(i32 116) -> i32 12
; run: @table(i32 117) -> i32 13
; run: @table(i32 118) -> i32 14
; run: @table(i32 119) -> i32 15
; run: @table(i32 120) -> i32 -1
; run: @table(i32 2147483647) -> i32 -1
; run: @table(i32 -2147483648) -> i32 -1
; run: @table(i32 -1) -> i32 -1
; run: @top(i32 0) -> i32 99
; run: @top(i32 1) -> i32 -1
; run: @top(i32 2147483647) -> i32 -1
; run: @top(i32 -2147483648) -> i32 -1
; run: @top(i32 -17) -> i32 -1
; run: @top(i32 -16) -> i32 20
; run: @top(i32 -15) -> i32 21
; run: @top(i32 -14) -> i32 22
; run: @top(i32 -13) -> i32 23
; run: @top(i32 -12) -> i32 24
; run: @top(i32 -11) -> i32 20
; run: @top(i32 -9) -> i32 22
; run: @top(i32 -8) -> i32 23
; run: @top(i32 -7) -> i32 24
; run: @top(i32 -4) -> i32 22
; run: @top(i32 -3) -> i32 23
; run: @top(i32 -2) -> i32 24
; run: @top(i32 -1) -> i32 20
; run: @bottom(i32 0) -> i32 30
; run: @bottom(i32 1) -> i32 31
; run: @bottom(i32 2) -> i32 32
; run: @bottom(i32 3) -> i32 33
; run: @bottom(i32 4) -> i32 34
; run: @bottom(i32 5) -> i32 35
; run: @bottom(i32 6) -> i32 30
; run: @bottom(i32 7) -> i32 31
; run: @bottom(i32 8) -> i32 32
; run: @bottom(i32 9) -> i32 33
; run: @bottom(i32 10) -> i32 34
; run: @bottom(i32 11) -> i32 35
; run: @bottom(i32 12) -> i32 -1
; run: @bottom(i32 2147483647) -> i32 -1
; run: @bottom(i32 -2147483648) -> i32 -1
; run: @bottom(i32 -1) -> i32 -1
; run: @bytes(i32 389609216) -> i32 5
; run: @bytes(i32 1) -> i32 5
; run: @bytes(i32 -1866362366) -> i32 5
; run: @bytes(i32 958803971) -> i32 6
; run: @bytes(i32 18) -> i32 11
; run: @bytes(i32 19) -> i32 11
; run: @bytes(i32 -1780086252) -> i32 11
; run: @bytes(i32 -101983701) -> i32 19
; run: @bytes(i32 -1904109780) -> i32 19
; run: @bytes(i32 45) -> i32 20
; run: @bytes(i32 619570796) -> i32 41
; run: @bytes(i32 109) -> i32 41
; run: @bytes(i32 110) -> i32 41
; run: @bytes(i32 127) -> i32 47
; run: @bytes(i32 128) -> i32 47
; run: @bytes(i32 -1841663019) -> i32 76
; run: @bytes(i32 214) -> i32 76
; run: @bytes(i32 -1942422569) -> i32 76
; run: @bytes(i32 221) -> i32 78
; run: @bytes(i32 222) -> i32 79
; run: @bytes(i32 223) -> i32 79
; run: @bytes(i32 -2011246084) -> i32 89
; run: @bytes(i32 1349251837) -> i32 89
; run: @bytes(i32 -328816642) -> i32 89
; run: @bytes(i32 1287489535) -> i32 90
; run: @bytes_high(i32 0) -> i32 -1
; run: @bytes_high(i32 127) -> i32 -1
; run: @bytes_high(i32 128) -> i32 -1
; run: @bytes_high(i32 -85148216) -> i32 -1
; run: @bytes_high(i32 -2096232503) -> i32 51
; run: @bytes_high(i32 -1043071798) -> i32 52
; run: @bytes_high(i32 -286602293) -> i32 53
; run: @bytes_high(i32 168393932) -> i32 50
; run: @bytes_high(i32 206) -> i32 52
; run: @bytes_high(i32 -1898050097) -> i32 53
; run: @bytes_high(i32 208) -> i32 50
; run: @bytes_high(i32 213) -> i32 51
; run: @bytes_high(i32 -1308696362) -> i32 52
; run: @bytes_high(i32 2133202135) -> i32 -1
; run: @bytes_high(i32 218) -> i32 52
; run: @bytes_high(i32 -687333157) -> i32 53
; run: @bytes_high(i32 1159380444) -> i32 -1
; run: @bytes_high(i32 -1442455073) -> i32 53
; run: @bytes_high(i32 -1154661664) -> i32 50
; run: @bytes_high(i32 225) -> i32 -1
; run: @bytes_high(i32 245) -> i32 -1
; run: @bytes_high(i32 246) -> i32 52
; run: @bytes_high(i32 247) -> i32 53
; run: @bytes_high(i32 1656961784) -> i32 50
; run: @bytes_high(i32 249) -> i32 51
; run: @bytes_high(i32 -254912262) -> i32 -1
; run: @bytes_high(i32 721762303) -> i32 -1
; run: @halves(i32 0) -> i32 70
; run: @halves(i32 1063452673) -> i32 -1
; run: @halves(i32 -357302270) -> i32 -1
; run: @halves(i32 3) -> i32 71
; run: @halves(i32 1929183236) -> i32 -1
; run: @halves(i32 1193279493) -> i32 -1
; run: @halves(i32 6) -> i32 72
; run: @halves(i32 7) -> i32 -1
; run: @halves(i32 8) -> i32 -1
; run: @halves(i32 1783627785) -> i32 73
; run: @halves(i32 10) -> i32 -1
; run: @halves(i32 20) -> i32 -1
; run: @halves(i32 991035413) -> i32 77
; run: @halves(i32 756809750) -> i32 -1
; run: @halves(i32 -1466662913) -> i32 -1
; run: @halves(i32 2082897920) -> i32 -1
; run: @halves(i32 65504) -> i32 64
; run: @halves(i32 1210908641) -> i32 65
; run: @halves(i32 1799421922) -> i32 66
; run: @halves(i32 65522) -> i32 64
; run: @halves(i32 65523) -> i32 65
; run: @halves(i32 539033588) -> i32 66
; run: @halves(i32 65530) -> i32 63
; run: @halves(i32 65531) -> i32 64
; run: @halves(i32 65532) -> i32 65
; run: @halves(i32 65533) -> i32 66
; run: @halves(i32 -431489026) -> i32 67
; run: @halves(i32 65535) -> i32 68
; run: @bits(i32 0) -> i32 1
; run: @bits(i32 1) -> i32 -1
; run: @bits(i32 2) -> i32 1
; run: @bits(i32 3) -> i32 -1
; run: @bits(i32 4) -> i32 -1
; run: @bits(i32 5) -> i32 2
; run: @bits(i32 6) -> i32 -1
; run: @bits(i32 7) -> i32 1
; run: @bits(i32 8) -> i32 -1
; run: @bits(i32 9) -> i32 2
; run: @bits(i32 10) -> i32 -1
; run: @bits(i32 11) -> i32 1
; run: @bits(i32 12) -> i32 -1
; run: @bits(i32 13) -> i32 2
; run: @bits(i32 14) -> i32 -1
; run: @bits(i32 16) -> i32 -1
; run: @bits(i32 17) -> i32 1
; run: @bits(i32 18) -> i32 -1
; run: @bits(i32 19) -> i32 -1
; run: @bits(i32 20) -> i32 1
; run: @bits(i32 21) -> i32 -1
; run: @bits(i32 30) -> i32 -1
; run: @bits(i32 31) -> i32 1
; run: @bits(i32 32) -> i32 -1
; run: @bits(i32 2147483647) -> i32 -1
; run: @bits(i32 -2147483648) -> i32 -1
; run: @bits(i32 -1) -> i32 -1
; run: @bits_offset(i32 0) -> i32 -1
; run: @bits_offset(i32 999) -> i32 -1
; run: @bits_offset(i32 1000) -> i32 3
; run: @bits_offset(i32 1001) -> i32 -1
; run: @bits_offset(i32 1002) -> i32 3
; run: @bits_offset(i32 1003) -> i32 -1
; run: @bits_offset(i32 1004) -> i32 -1
; run: @bits_offset(i32 1005) -> i32 3
; run: @bits_offset(i32 1006) -> i32 -1
; run: @bits_offset(i32 1007) -> i32 3
; run: @bits_offset(i32 1008) -> i32 -1
; run: @bits_offset(i32 1009) -> i32 3
; run: @bits_offset(i32 1010) -> i32 -1
; run: @bits_offset(i32 1011) -> i32 3
; run: @bits_offset(i32 1012) -> i32 -1
; run: @bits_offset(i32 2147483647) -> i32 -1
; run: @bits_offset(i32 -2147483648) -> i32 -1
; run: @bits_offset(i32 -1) -> i32 -1
; run: @bits_narrow(i32 0) -> i32 -1
; run: @bits_narrow(i32 127) -> i32 -1
; run: @bits_narrow(i32 128) -> i32 -1
; run: @bits_narrow(i32 1692732645) -> i32 -1
; run: @bits_narrow(i32 -1570714138) -> i32 5
; run: @bits_narrow(i32 818661863) -> i32 -1
; run: @bits_narrow(i32 896631272) -> i32 -1
; run: @bits_narrow(i32 472138473) -> i32 4
; run: @bits_narrow(i32 225810666) -> i32 -1
; run: @bits_narrow(i32 -1860650005) -> i32 -1
; run: @bits_narrow(i32 435786220) -> i32 5
; run: @bits_narrow(i32 237) -> i32 -1
; run: @bits_narrow(i32 239) -> i32 -1
; run: @bits_narrow(i32 893150192) -> i32 5
; run: @bits_narrow(i32 241) -> i32 -1
; run: @bits_narrow(i32 1083438834) -> i32 5
; run: @bits_narrow(i32 243) -> i32 -1
; run: @bits_narrow(i32 244) -> i32 -1
; run: @bits_narrow(i32 495439605) -> i32 4
; run: @bits_narrow(i32 246) -> i32 -1
; run: @bits_narrow(i32 248) -> i32 -1
; run: @bits_narrow(i32 2078054137) -> i32 4
; run: @bits_narrow(i32 618980090) -> i32 -1
; run: @bits_narrow(i32 1471609852) -> i32 -1
; run: @bits_narrow(i32 253) -> i32 4
; run: @bits_narrow(i32 -1322606082) -> i32 5
; run: @bits_narrow(i32 99195391) -> i32 -1
; run: @ranges(i32 0) -> i32 -1
; run: @ranges(i32 9) -> i32 -1
; run: @ranges(i32 10) -> i32 1
; run: @ranges(i32 11) -> i32 1
; run: @ranges(i32 12) -> i32 1
; run: @ranges(i32 13) -> i32 1
; run: @ranges(i32 84) -> i32 1
; run: @ranges(i32 85) -> i32 1
; run: @ranges(i32 86) -> i32 1
; run: @ranges(i32 114) -> i32 1
; run: @ranges(i32 115) -> i32 1
; run: @ranges(i32 116) -> i32 1
; run: @ranges(i32 194) -> i32 1
; run: @ranges(i32 195) -> i32 1
; run: @ranges(i32 196) -> i32 1
; run: @ranges(i32 279) -> i32 1
; run: @ranges(i32 280) -> i32 1
; run: @ranges(i32 281) -> i32 1
; run: @ranges(i32 287) -> i32 1
; run: @ranges(i32 288) -> i32 1
; run: @ranges(i32 289) -> i32 1
; run: @ranges(i32 400) -> i32 2
; run: @ranges(i32 401) -> i32 2
; run: @ranges(i32 402) -> i32 -1
; run: @ranges(i32 2147483646) -> i32 -1
; run: @ranges(i32 2147483647) -> i32 3
; run: @ranges(i32 -2147483648) -> i32 3
; run: @ranges(i32 -2147483647) -> i32 -1
; run: @ranges(i32 -1) -> i32 -1
; run: @sparse(i32 0) -> i32 -1
; run: @sparse(i32 12) -> i32 -1
; run: @sparse(i32 13) -> i32 80
; run: @sparse(i32 14) -> i32 -1
; run: @sparse(i32 7931) -> i32 -1
; run: @sparse(i32 7932) -> i32 81
; run: @sparse(i32 7933) -> i32 -1
; run: @sparse(i32 31688) -> i32 -1
; run: @sparse(i32 31689) -> i32 82
; run: @sparse(i32 31690) -> i32 -1
; run: @sparse(i32 641451) -> i32 -1
; run: @sparse(i32 641452) -> i32 89
; run: @sparse(i32 641453) -> i32 -1
; run: @sparse(i32 2027276) -> i32 -1
; run: @sparse(i32 2027277) -> i32 96
; run: @sparse(i32 2027278) -> i32 -1
; run: @sparse(i32 3167612) -> i32 -1
; run: @sparse(i32 3167613) -> i32 100
; run: @sparse(i32 3167614) -> i32 -1
; run: @sparse(i32 3832808) -> i32 -1
; run: @sparse(i32 3832809) -> i32 102
; run: @sparse(i32 3832810) -> i32 -1
; run: @sparse(i32 4189163) -> i32 -1
; run: @sparse(i32 4189164) -> i32 103
; run: @sparse(i32 4189165) -> i32 -1
; run: @sparse(i32 4561356) -> i32 -1
; run: @sparse(i32 4561357) -> i32 104
; run: @sparse(i32 4561358) -> i32 -1
; run: @sparse(i32 2147483647) -> i32 -1
; run: @sparse(i32 -2147483648) -> i32 -1
; run: @sparse(i32 -1) -> i32 -1
; run: @wide_table(i64 0) -> i32 -1
; run: @wide_table(i64 5) -> i32 -1
; run: @wide_table(i64 4294967289) -> i32 -1
; run: @wide_table(i64 4294967290) -> i32 10
; run: @wide_table(i64 4294967291) -> i32 11
; run: @wide_table(i64 4294967292) -> i32 12
; run: @wide_table(i64 4294967293) -> i32 13
; run: @wide_table(i64 4294967294) -> i32 14
; run: @wide_table(i64 4294967295) -> i32 10
; run: @wide_table(i64 4294967296) -> i32 11
; run: @wide_table(i64 4294967297) -> i32 12
; run: @wide_table(i64 4294967298) -> i32 13
; run: @wide_table(i64 4294967299) -> i32 14
; run: @wide_table(i64 4294967300) -> i32 10
; run: @wide_table(i64 4294967301) -> i32 11
; run: @wide_table(i64 4294967302) -> i32 12
; run: @wide_table(i64 4294967303) -> i32 13
; run: @wide_table(i64 4294967304) -> i32 -1
; run: @wide_table(i64 8589934586) -> i32 -1
; run: @wide_table(i64 8589934595) -> i32 -1
; run: @wide_table(i64 12884901887) -> i32 -1
; run: @wide_table(i64 9223372036854775802) -> i32 -1
; run: @wide_table(i64 9223372036854775807) -> i32 -1
; run: @wide_table(i64 -9223372036854775808) -> i32 -1
; run: @wide_table(i64 -1) -> i32 -1
; run: @wide_high(i64 0) -> i32 -1
; run: @wide_high(i64 3) -> i32 -1
; run: @wide_high(i64 6) -> i32 -1
; run: @wide_high(i64 9) -> i32 -1
; run: @wide_high(i64 21474836479) -> i32 -1
; run: @wide_high(i64 21474836480) -> i32 40
; run: @wide_high(i64 21474836481) -> i32 41
; run: @wide_high(i64 21474836482) -> i32 42
; run: @wide_high(i64 21474836483) -> i32 43
; run: @wide_high(i64 21474836484) -> i32 44
; run: @wide_high(i64 21474836485) -> i32 45
; run: @wide_high(i64 21474836486) -> i32 40
; run: @wide_high(i64 21474836487) -> i32 41
; run: @wide_high(i64 21474836488) -> i32 42
; run: @wide_high(i64 21474836489) -> i32 43
; run: @wide_high(i64 21474836490) -> i32 44
; run: @wide_high(i64 21474836491) -> i32 45
; run: @wide_high(i64 21474836492) -> i32 -1
; run: @wide_high(i64 25769803777) -> i32 -1
; run: @wide_high(i64 9223372036854775807) -> i32 -1
; run: @wide_high(i64 -9223372036854775808) -> i32 -1
; run: @wide_high(i64 -1) -> i32 -1
; run: @wide_bits(i64 0) -> i32 -1
; run: @wide_bits(i64 3) -> i32 -1
; run: @wide_bits(i64 4294967288) -> i32 -1
; run: @wide_bits(i64 4294967299) -> i32 -1
; run: @wide_bits(i64 34359738371) -> i32 -1
; run: @wide_bits(i64 38654705655) -> i32 -1
; run: @wide_bits(i64 38654705656) -> i32 1
; run: @wide_bits(i64 38654705657) -> i32 -1
; run: @wide_bits(i64 38654705658) -> i32 -1
; run: @wide_bits(i64 38654705659) -> i32 1
; run: @wide_bits(i64 38654705660) -> i32 -1
; run: @wide_bits(i64 38654705661) -> i32 1
; run: @wide_bits(i64 38654705662) -> i32 -1
; run: @wide_bits(i64 38654705663) -> i32 -1
; run: @wide_bits(i64 38654705664) -> i32 1
; run: @wide_bits(i64 38654705665) -> i32 -1
; run: @wide_bits(i64 38654705666) -> i32 -1
; run: @wide_bits(i64 38654705667) -> i32 1
; run: @wide_bits(i64 38654705668) -> i32 -1
; run: @wide_bits(i64 38654705669) -> i32 -1
; run: @wide_bits(i64 38654705670) -> i32 1
; run: @wide_bits(i64 38654705671) -> i32 -1
; run: @wide_bits(i64 9223372036854775807) -> i32 -1
; run: @wide_bits(i64 -9223372036854775808) -> i32 -1
; run: @wide_bits(i64 -1) -> i32 -1
; run: @wide_sparse(i64 0) -> i32 1
; run: @wide_sparse(i64 1) -> i32 -1
; run: @wide_sparse(i64 77) -> i32 -1
; run: @wide_sparse(i64 154) -> i32 -1
; run: @wide_sparse(i64 4294967296) -> i32 -1
; run: @wide_sparse(i64 4294967372) -> i32 -1
; run: @wide_sparse(i64 4294967373) -> i32 2
; run: @wide_sparse(i64 4294967374) -> i32 -1
; run: @wide_sparse(i64 8589934592) -> i32 -1
; run: @wide_sparse(i64 8589934745) -> i32 -1
; run: @wide_sparse(i64 8589934746) -> i32 3
; run: @wide_sparse(i64 8589934747) -> i32 -1
; run: @wide_sparse(i64 17179869235) -> i32 -1
; run: @wide_sparse(i64 17179869236) -> i32 5
; run: @wide_sparse(i64 17179869237) -> i32 -1
; run: @wide_sparse(i64 34359738471) -> i32 -1
; run: @wide_sparse(i64 34359738472) -> i32 9
; run: @wide_sparse(i64 34359738473) -> i32 -1
; run: @wide_sparse(i64 47244640334) -> i32 -1
; run: @wide_sparse(i64 47244640335) -> i32 12
; run: @wide_sparse(i64 47244640336) -> i32 -1
; run: @wide_sparse(i64 9223372036854775807) -> i32 -1
; run: @wide_sparse(i64 -9223372036854775808) -> i32 92
; run: @wide_sparse(i64 -9223372036854775807) -> i32 -1
; run: @wide_sparse(i64 -4294967297) -> i32 -1
; run: @wide_sparse(i64 -4294967296) -> i32 91
; run: @wide_sparse(i64 -4294967295) -> i32 -1
; run: @wide_sparse(i64 -2) -> i32 -1
; run: @wide_sparse(i64 -1) -> i32 90
; run: @wide_ranges(i64 0) -> i32 -1
; run: @wide_ranges(i64 39) -> i32 -1
; run: @wide_ranges(i64 4294967255) -> i32 -1
; run: @wide_ranges(i64 4294967256) -> i32 1
; run: @wide_ranges(i64 4294967257) -> i32 1
; run: @wide_ranges(i64 4294967258) -> i32 1
; run: @wide_ranges(i64 4294967259) -> i32 1
; run: @wide_ranges(i64 4294967276) -> i32 1
; run: @wide_ranges(i64 4294967277) -> i32 1
; run: @wide_ranges(i64 4294967278) -> i32 1
; run: @wide_ranges(i64 4294967283) -> i32 1
; run: @wide_ranges(i64 4294967284) -> i32 1
; run: @wide_ranges(i64 4294967285) -> i32 1
; run: @wide_ranges(i64 4294967300) -> i32 1
; run: @wide_ranges(i64 4294967301) -> i32 1
; run: @wide_ranges(i64 4294967302) -> i32 1
; run: @wide_ranges(i64 4294967303) -> i32 1
; run: @wide_ranges(i64 4294967323) -> i32 1
; run: @wide_ranges(i64 4294967324) -> i32 1
; run: @wide_ranges(i64 4294967325) -> i32 1
; run: @wide_ranges(i64 8589934591) -> i32 -1
; run: @wide_ranges(i64 25769803777) -> i32 -1
; run: @wide_ranges(i64 30064771071) -> i32 -1
; run: @wide_ranges(i64 30064771072) -> i32 2
; run: @wide_ranges(i64 30064771073) -> i32 2
; run: @wide_ranges(i64 30064771074) -> i32 2
; run: @wide_ranges(i64 30064771075) -> i32 -1
; run: @wide_ranges(i64 9223372036854775807) -> i32 -1
; run: @wide_ranges(i64 -9223372036854775808) -> i32 -1
; run: @wide_ranges(i64 -1) -> i32 -1
; run: @phi_table(i32 0) -> i32 47
; run: @phi_table(i32 1) -> i32 47
; run: @phi_table(i32 2) -> i32 45
; run: @phi_table(i32 3) -> i32 45
; run: @phi_table(i32 4) -> i32 43
; run: @phi_table(i32 5) -> i32 43
; run: @phi_table(i32 6) -> i32 41
; run: @phi_table(i32 7) -> i32 41
; run: @phi_table(i32 8) -> i32 55
; run: @phi_table(i32 9) -> i32 55
; run: @phi_table(i32 10) -> i32 53
; run: @phi_table(i32 11) -> i32 53
; run: @phi_table(i32 12) -> i32 -1
; run: @phi_table(i32 2147483647) -> i32 -1
; run: @phi_table(i32 -2147483648) -> i32 -1
; run: @phi_table(i32 -1) -> i32 -1
; run: @phi_wide(i64 0) -> i32 -1
; run: @phi_wide(i64 4294967292) -> i32 -1
; run: @phi_wide(i64 4294967293) -> i32 34
; run: @phi_wide(i64 4294967294) -> i32 34
; run: @phi_wide(i64 4294967295) -> i32 32
; run: @phi_wide(i64 4294967296) -> i32 48
; run: @phi_wide(i64 4294967297) -> i32 46
; run: @phi_wide(i64 4294967298) -> i32 46
; run: @phi_wide(i64 4294967299) -> i32 44
; run: @phi_wide(i64 4294967300) -> i32 44
; run: @phi_wide(i64 4294967301) -> i32 42
; run: @phi_wide(i64 4294967302) -> i32 -1
; run: @phi_wide(i64 9223372036854775807) -> i32 -1
; run: @phi_wide(i64 -9223372036854775808) -> i32 -1
; run: @phi_wide(i64 -1) -> i32 -1
; run: @phi_byte(i32 0) -> i32 -1
; run: @phi_byte(i32 119) -> i32 -1
; run: @phi_byte(i32 120) -> i32 167
; run: @phi_byte(i32 121) -> i32 167
; run: @phi_byte(i32 122) -> i32 165
; run: @phi_byte(i32 123) -> i32 165
; run: @phi_byte(i32 1028162172) -> i32 1028162211
; run: @phi_byte(i32 125) -> i32 163
; run: @phi_byte(i32 126) -> i32 161
; run: @phi_byte(i32 -2071725953) -> i32 -2071725919
; run: @phi_byte(i32 -1155329152) -> i32 -1155329105
; run: @phi_byte(i32 119988865) -> i32 119988911
; run: @phi_byte(i32 130) -> i32 173
; run: @phi_byte(i32 831698819) -> i32 831698861
; run: @phi_byte(i32 132) -> i32 171
; run: @phi_byte(i32 133) -> i32 171
; run: @phi_byte(i32 -270491770) -> i32 -1
; run: @phi_byte(i32 255) -> i32 -1
; edges: @table @top @bottom @bytes @bytes_high @halves @bits @bits_offset @bits_narrow @ranges @sparse @wide_table @wide_high @wide_bits @wide_sparse @wide_ranges @phi_table @phi_wide @phi_byte

define i32 @table(i32 %a) {
  switch i32 %a, label %default [
    i32 100, label %c10
    i32 101, label %c11
    i32 102, label %c12
    i32 104, label %c14
    i32 105, label %c15
    i32 106, label %c16
    i32 107, label %c10
    i32 108, label %c11
    i32 109, label %c12
    i32 110, label %c13
    i32 112, label %c15
    i32 113, label %c16
    i32 114, label %c10
    i32 115, label %c11
    i32 116, label %c12
    i32 117, label %c13
    i32 118, label %c14
    i32 119, label %c15
  ]
c10:
  ret i32 10
c11:
  ret i32 11
c12:
  ret i32 12
c13:
  ret i32 13
c14:
  ret i32 14
c15:
  ret i32 15
c16:
  ret i32 16
default:
  ret i32 -1
}
define i32 @top(i32 %a) {
  switch i32 %a, label %default [
    i32 -16, label %c20
    i32 -15, label %c21
    i32 -14, label %c22
    i32 -13, label %c23
    i32 -12, label %c24
    i32 -11, label %c20
    i32 -10, label %c21
    i32 -9, label %c22
    i32 -8, label %c23
    i32 -7, label %c24
    i32 -6, label %c20
    i32 -5, label %c21
    i32 -4, label %c22
    i32 -3, label %c23
    i32 -2, label %c24
    i32 -1, label %c20
    i32 0, label %c99
  ]
c20:
  ret i32 20
c21:
  ret i32 21
c22:
  ret i32 22
c23:
  ret i32 23
c24:
  ret i32 24
c99:
  ret i32 99
default:
  ret i32 -1
}
define i32 @bottom(i32 %a) {
  switch i32 %a, label %default [
    i32 0, label %c30
    i32 1, label %c31
    i32 2, label %c32
    i32 3, label %c33
    i32 4, label %c34
    i32 5, label %c35
    i32 6, label %c30
    i32 7, label %c31
    i32 8, label %c32
    i32 9, label %c33
    i32 10, label %c34
    i32 11, label %c35
  ]
c30:
  ret i32 30
c31:
  ret i32 31
c32:
  ret i32 32
c33:
  ret i32 33
c34:
  ret i32 34
c35:
  ret i32 35
default:
  ret i32 -1
}
define i32 @bytes(i32 %a) {
  %n = trunc i32 %a to i8
  switch i8 %n, label %default [
    i8 0, label %c5
    i8 1, label %c5
    i8 2, label %c5
    i8 3, label %c6
    i8 4, label %c6
    i8 5, label %c6
    i8 6, label %c7
    i8 7, label %c7
    i8 8, label %c7
    i8 9, label %c8
    i8 10, label %c8
    i8 11, label %c8
    i8 12, label %c9
    i8 13, label %c9
    i8 14, label %c9
    i8 15, label %c10
    i8 16, label %c10
    i8 17, label %c10
    i8 18, label %c11
    i8 19, label %c11
    i8 20, label %c11
    i8 21, label %c12
    i8 22, label %c12
    i8 23, label %c12
    i8 24, label %c13
    i8 25, label %c13
    i8 26, label %c13
    i8 27, label %c14
    i8 28, label %c14
    i8 29, label %c14
    i8 30, label %c15
    i8 31, label %c15
    i8 32, label %c15
    i8 33, label %c16
    i8 34, label %c16
    i8 35, label %c16
    i8 36, label %c17
    i8 37, label %c17
    i8 38, label %c17
    i8 39, label %c18
    i8 40, label %c18
    i8 41, label %c18
    i8 42, label %c19
    i8 43, label %c19
    i8 44, label %c19
    i8 45, label %c20
    i8 46, label %c20
    i8 47, label %c20
    i8 48, label %c21
    i8 49, label %c21
    i8 50, label %c21
    i8 51, label %c22
    i8 52, label %c22
    i8 53, label %c22
    i8 54, label %c23
    i8 55, label %c23
    i8 56, label %c23
    i8 57, label %c24
    i8 58, label %c24
    i8 59, label %c24
    i8 60, label %c25
    i8 61, label %c25
    i8 62, label %c25
    i8 63, label %c26
    i8 64, label %c26
    i8 65, label %c26
    i8 66, label %c27
    i8 67, label %c27
    i8 68, label %c27
    i8 69, label %c28
    i8 70, label %c28
    i8 71, label %c28
    i8 72, label %c29
    i8 73, label %c29
    i8 74, label %c29
    i8 75, label %c30
    i8 76, label %c30
    i8 77, label %c30
    i8 78, label %c31
    i8 79, label %c31
    i8 80, label %c31
    i8 81, label %c32
    i8 82, label %c32
    i8 83, label %c32
    i8 84, label %c33
    i8 85, label %c33
    i8 86, label %c33
    i8 87, label %c34
    i8 88, label %c34
    i8 89, label %c34
    i8 90, label %c35
    i8 91, label %c35
    i8 92, label %c35
    i8 93, label %c36
    i8 94, label %c36
    i8 95, label %c36
    i8 96, label %c37
    i8 97, label %c37
    i8 98, label %c37
    i8 99, label %c38
    i8 100, label %c38
    i8 101, label %c38
    i8 102, label %c39
    i8 103, label %c39
    i8 104, label %c39
    i8 105, label %c40
    i8 106, label %c40
    i8 107, label %c40
    i8 108, label %c41
    i8 109, label %c41
    i8 110, label %c41
    i8 111, label %c42
    i8 112, label %c42
    i8 113, label %c42
    i8 114, label %c43
    i8 115, label %c43
    i8 116, label %c43
    i8 117, label %c44
    i8 118, label %c44
    i8 119, label %c44
    i8 120, label %c45
    i8 121, label %c45
    i8 122, label %c45
    i8 123, label %c46
    i8 124, label %c46
    i8 125, label %c46
    i8 126, label %c47
    i8 127, label %c47
    i8 -128, label %c47
    i8 -127, label %c48
    i8 -126, label %c48
    i8 -125, label %c48
    i8 -124, label %c49
    i8 -123, label %c49
    i8 -122, label %c49
    i8 -121, label %c50
    i8 -120, label %c50
    i8 -119, label %c50
    i8 -118, label %c51
    i8 -117, label %c51
    i8 -116, label %c51
    i8 -115, label %c52
    i8 -114, label %c52
    i8 -113, label %c52
    i8 -112, label %c53
    i8 -111, label %c53
    i8 -110, label %c53
    i8 -109, label %c54
    i8 -108, label %c54
    i8 -107, label %c54
    i8 -106, label %c55
    i8 -105, label %c55
    i8 -104, label %c55
    i8 -103, label %c56
    i8 -102, label %c56
    i8 -101, label %c56
    i8 -100, label %c57
    i8 -99, label %c57
    i8 -98, label %c57
    i8 -97, label %c58
    i8 -96, label %c58
    i8 -95, label %c58
    i8 -94, label %c59
    i8 -93, label %c59
    i8 -92, label %c59
    i8 -91, label %c60
    i8 -90, label %c60
    i8 -89, label %c60
    i8 -88, label %c61
    i8 -87, label %c61
    i8 -86, label %c61
    i8 -85, label %c62
    i8 -84, label %c62
    i8 -83, label %c62
    i8 -82, label %c63
    i8 -81, label %c63
    i8 -80, label %c63
    i8 -79, label %c64
    i8 -78, label %c64
    i8 -77, label %c64
    i8 -76, label %c65
    i8 -75, label %c65
    i8 -74, label %c65
    i8 -73, label %c66
    i8 -72, label %c66
    i8 -71, label %c66
    i8 -70, label %c67
    i8 -69, label %c67
    i8 -68, label %c67
    i8 -67, label %c68
    i8 -66, label %c68
    i8 -65, label %c68
    i8 -64, label %c69
    i8 -63, label %c69
    i8 -62, label %c69
    i8 -61, label %c70
    i8 -60, label %c70
    i8 -59, label %c70
    i8 -58, label %c71
    i8 -57, label %c71
    i8 -56, label %c71
    i8 -55, label %c72
    i8 -54, label %c72
    i8 -53, label %c72
    i8 -52, label %c73
    i8 -51, label %c73
    i8 -50, label %c73
    i8 -49, label %c74
    i8 -48, label %c74
    i8 -47, label %c74
    i8 -46, label %c75
    i8 -45, label %c75
    i8 -44, label %c75
    i8 -43, label %c76
    i8 -42, label %c76
    i8 -41, label %c76
    i8 -40, label %c77
    i8 -39, label %c77
    i8 -38, label %c77
    i8 -37, label %c78
    i8 -36, label %c78
    i8 -35, label %c78
    i8 -34, label %c79
    i8 -33, label %c79
    i8 -32, label %c79
    i8 -31, label %c80
    i8 -30, label %c80
    i8 -29, label %c80
    i8 -28, label %c81
    i8 -27, label %c81
    i8 -26, label %c81
    i8 -25, label %c82
    i8 -24, label %c82
    i8 -23, label %c82
    i8 -22, label %c83
    i8 -21, label %c83
    i8 -20, label %c83
    i8 -19, label %c84
    i8 -18, label %c84
    i8 -17, label %c84
    i8 -16, label %c85
    i8 -15, label %c85
    i8 -14, label %c85
    i8 -13, label %c86
    i8 -12, label %c86
    i8 -11, label %c86
    i8 -10, label %c87
    i8 -9, label %c87
    i8 -8, label %c87
    i8 -7, label %c88
    i8 -6, label %c88
    i8 -5, label %c88
    i8 -4, label %c89
    i8 -3, label %c89
    i8 -2, label %c89
    i8 -1, label %c90
  ]
c5:
  ret i32 5
c6:
  ret i32 6
c7:
  ret i32 7
c8:
  ret i32 8
c9:
  ret i32 9
c10:
  ret i32 10
c11:
  ret i32 11
c12:
  ret i32 12
c13:
  ret i32 13
c14:
  ret i32 14
c15:
  ret i32 15
c16:
  ret i32 16
c17:
  ret i32 17
c18:
  ret i32 18
c19:
  ret i32 19
c20:
  ret i32 20
c21:
  ret i32 21
c22:
  ret i32 22
c23:
  ret i32 23
c24:
  ret i32 24
c25:
  ret i32 25
c26:
  ret i32 26
c27:
  ret i32 27
c28:
  ret i32 28
c29:
  ret i32 29
c30:
  ret i32 30
c31:
  ret i32 31
c32:
  ret i32 32
c33:
  ret i32 33
c34:
  ret i32 34
c35:
  ret i32 35
c36:
  ret i32 36
c37:
  ret i32 37
c38:
  ret i32 38
c39:
  ret i32 39
c40:
  ret i32 40
c41:
  ret i32 41
c42:
  ret i32 42
c43:
  ret i32 43
c44:
  ret i32 44
c45:
  ret i32 45
c46:
  ret i32 46
c47:
  ret i32 47
c48:
  ret i32 48
c49:
  ret i32 49
c50:
  ret i32 50
c51:
  ret i32 51
c52:
  ret i32 52
c53:
  ret i32 53
c54:
  ret i32 54
c55:
  ret i32 55
c56:
  ret i32 56
c57:
  ret i32 57
c58:
  ret i32 58
c59:
  ret i32 59
c60:
  ret i32 60
c61:
  ret i32 61
c62:
  ret i32 62
c63:
  ret i32 63
c64:
  ret i32 64
c65:
  ret i32 65
c66:
  ret i32 66
c67:
  ret i32 67
c68:
  ret i32 68
c69:
  ret i32 69
c70:
  ret i32 70
c71:
  ret i32 71
c72:
  ret i32 72
c73:
  ret i32 73
c74:
  ret i32 74
c75:
  ret i32 75
c76:
  ret i32 76
c77:
  ret i32 77
c78:
  ret i32 78
c79:
  ret i32 79
c80:
  ret i32 80
c81:
  ret i32 81
c82:
  ret i32 82
c83:
  ret i32 83
c84:
  ret i32 84
c85:
  ret i32 85
c86:
  ret i32 86
c87:
  ret i32 87
c88:
  ret i32 88
c89:
  ret i32 89
c90:
  ret i32 90
default:
  ret i32 -1
}
define i32 @bytes_high(i32 %a) {
  %n = trunc i32 %a to i8
  switch i8 %n, label %default [
    i8 -55, label %c51
    i8 -54, label %c52
    i8 -53, label %c53
    i8 -52, label %c50
    i8 -50, label %c52
    i8 -49, label %c53
    i8 -48, label %c50
    i8 -47, label %c51
    i8 -45, label %c53
    i8 -44, label %c50
    i8 -43, label %c51
    i8 -42, label %c52
    i8 -40, label %c50
    i8 -39, label %c51
    i8 -38, label %c52
    i8 -37, label %c53
    i8 -35, label %c51
    i8 -34, label %c52
    i8 -33, label %c53
    i8 -32, label %c50
    i8 -30, label %c52
    i8 -29, label %c53
    i8 -28, label %c50
    i8 -27, label %c51
    i8 -25, label %c53
    i8 -24, label %c50
    i8 -23, label %c51
    i8 -22, label %c52
    i8 -20, label %c50
    i8 -19, label %c51
    i8 -18, label %c52
    i8 -17, label %c53
    i8 -15, label %c51
    i8 -14, label %c52
    i8 -13, label %c53
    i8 -12, label %c50
    i8 -10, label %c52
    i8 -9, label %c53
    i8 -8, label %c50
    i8 -7, label %c51
  ]
c50:
  ret i32 50
c51:
  ret i32 51
c52:
  ret i32 52
c53:
  ret i32 53
default:
  ret i32 -1
}
define i32 @halves(i32 %a) {
  %n = trunc i32 %a to i16
  switch i16 %n, label %default [
    i16 -36, label %c60
    i16 -35, label %c61
    i16 -34, label %c62
    i16 -33, label %c63
    i16 -32, label %c64
    i16 -31, label %c65
    i16 -30, label %c66
    i16 -29, label %c67
    i16 -28, label %c68
    i16 -27, label %c60
    i16 -26, label %c61
    i16 -25, label %c62
    i16 -24, label %c63
    i16 -23, label %c64
    i16 -22, label %c65
    i16 -21, label %c66
    i16 -20, label %c67
    i16 -19, label %c68
    i16 -18, label %c60
    i16 -17, label %c61
    i16 -16, label %c62
    i16 -15, label %c63
    i16 -14, label %c64
    i16 -13, label %c65
    i16 -12, label %c66
    i16 -11, label %c67
    i16 -10, label %c68
    i16 -9, label %c60
    i16 -8, label %c61
    i16 -7, label %c62
    i16 -6, label %c63
    i16 -5, label %c64
    i16 -4, label %c65
    i16 -3, label %c66
    i16 -2, label %c67
    i16 -1, label %c68
    i16 0, label %c70
    i16 3, label %c71
    i16 6, label %c72
    i16 9, label %c73
    i16 12, label %c74
    i16 15, label %c75
    i16 18, label %c76
    i16 21, label %c77
  ]
c60:
  ret i32 60
c61:
  ret i32 61
c62:
  ret i32 62
c63:
  ret i32 63
c64:
  ret i32 64
c65:
  ret i32 65
c66:
  ret i32 66
c67:
  ret i32 67
c68:
  ret i32 68
c70:
  ret i32 70
c71:
  ret i32 71
c72:
  ret i32 72
c73:
  ret i32 73
c74:
  ret i32 74
c75:
  ret i32 75
c76:
  ret i32 76
c77:
  ret i32 77
default:
  ret i32 -1
}
define i32 @bits(i32 %a) {
  switch i32 %a, label %default [
    i32 0, label %c1
    i32 2, label %c1
    i32 5, label %c2
    i32 7, label %c1
    i32 9, label %c2
    i32 11, label %c1
    i32 13, label %c2
    i32 17, label %c1
    i32 20, label %c1
    i32 31, label %c1
  ]
c1:
  ret i32 1
c2:
  ret i32 2
default:
  ret i32 -1
}
define i32 @bits_offset(i32 %a) {
  switch i32 %a, label %default [
    i32 1000, label %c3
    i32 1002, label %c3
    i32 1005, label %c3
    i32 1007, label %c3
    i32 1009, label %c3
    i32 1011, label %c3
  ]
c3:
  ret i32 3
default:
  ret i32 -1
}
define i32 @bits_narrow(i32 %a) {
  %n = trunc i32 %a to i8
  switch i8 %n, label %default [
    i8 -26, label %c5
    i8 -23, label %c4
    i8 -20, label %c5
    i8 -16, label %c5
    i8 -14, label %c5
    i8 -11, label %c4
    i8 -7, label %c4
    i8 -3, label %c4
    i8 -2, label %c5
  ]
c4:
  ret i32 4
c5:
  ret i32 5
default:
  ret i32 -1
}
define i32 @ranges(i32 %a) {
  switch i32 %a, label %default [
    i32 10, label %c1
    i32 11, label %c1
    i32 12, label %c1
    i32 13, label %c1
    i32 14, label %c1
    i32 15, label %c1
    i32 16, label %c1
    i32 17, label %c1
    i32 18, label %c1
    i32 19, label %c1
    i32 20, label %c1
    i32 21, label %c1
    i32 22, label %c1
    i32 23, label %c1
    i32 24, label %c1
    i32 25, label %c1
    i32 26, label %c1
    i32 27, label %c1
    i32 28, label %c1
    i32 29, label %c1
    i32 30, label %c1
    i32 31, label %c1
    i32 32, label %c1
    i32 33, label %c1
    i32 34, label %c1
    i32 35, label %c1
    i32 36, label %c1
    i32 37, label %c1
    i32 38, label %c1
    i32 39, label %c1
    i32 40, label %c1
    i32 41, label %c1
    i32 42, label %c1
    i32 43, label %c1
    i32 44, label %c1
    i32 45, label %c1
    i32 46, label %c1
    i32 47, label %c1
    i32 48, label %c1
    i32 49, label %c1
    i32 50, label %c1
    i32 51, label %c1
    i32 52, label %c1
    i32 53, label %c1
    i32 54, label %c1
    i32 55, label %c1
    i32 56, label %c1
    i32 57, label %c1
    i32 58, label %c1
    i32 59, label %c1
    i32 60, label %c1
    i32 61, label %c1
    i32 62, label %c1
    i32 63, label %c1
    i32 64, label %c1
    i32 65, label %c1
    i32 66, label %c1
    i32 67, label %c1
    i32 68, label %c1
    i32 69, label %c1
    i32 70, label %c1
    i32 71, label %c1
    i32 72, label %c1
    i32 73, label %c1
    i32 74, label %c1
    i32 75, label %c1
    i32 76, label %c1
    i32 77, label %c1
    i32 78, label %c1
    i32 79, label %c1
    i32 80, label %c1
    i32 81, label %c1
    i32 82, label %c1
    i32 83, label %c1
    i32 84, label %c1
    i32 85, label %c1
    i32 86, label %c1
    i32 87, label %c1
    i32 88, label %c1
    i32 89, label %c1
    i32 90, label %c1
    i32 91, label %c1
    i32 92, label %c1
    i32 93, label %c1
    i32 94, label %c1
    i32 95, label %c1
    i32 96, label %c1
    i32 97, label %c1
    i32 98, label %c1
    i32 99, label %c1
    i32 100, label %c1
    i32 101, label %c1
    i32 102, label %c1
    i32 103, label %c1
    i32 104, label %c1
    i32 105, label %c1
    i32 106, label %c1
    i32 107, label %c1
    i32 108, label %c1
    i32 109, label %c1
    i32 110, label %c1
    i32 111, label %c1
    i32 112, label %c1
    i32 113, label %c1
    i32 114, label %c1
    i32 115, label %c1
    i32 116, label %c1
    i32 117, label %c1
    i32 118, label %c1
    i32 119, label %c1
    i32 120, label %c1
    i32 121, label %c1
    i32 122, label %c1
    i32 123, label %c1
    i32 124, label %c1
    i32 125, label %c1
    i32 126, label %c1
    i32 127, label %c1
    i32 128, label %c1
    i32 129, label %c1
    i32 130, label %c1
    i32 131, label %c1
    i32 132, label %c1
    i32 133, label %c1
    i32 134, label %c1
    i32 135, label %c1
    i32 136, label %c1
    i32 137, label %c1
    i32 138, label %c1
    i32 139, label %c1
    i32 140, label %c1
    i32 141, label %c1
    i32 142, label %c1
    i32 143, label %c1
    i32 144, label %c1
    i32 145, label %c1
    i32 146, label %c1
    i32 147, label %c1
    i32 148, label %c1
    i32 149, label %c1
    i32 150, label %c1
    i32 151, label %c1
    i32 152, label %c1
    i32 153, label %c1
    i32 154, label %c1
    i32 155, label %c1
    i32 156, label %c1
    i32 157, label %c1
    i32 158, label %c1
    i32 159, label %c1
    i32 160, label %c1
    i32 161, label %c1
    i32 162, label %c1
    i32 163, label %c1
    i32 164, label %c1
    i32 165, label %c1
    i32 166, label %c1
    i32 167, label %c1
    i32 168, label %c1
    i32 169, label %c1
    i32 170, label %c1
    i32 171, label %c1
    i32 172, label %c1
    i32 173, label %c1
    i32 174, label %c1
    i32 175, label %c1
    i32 176, label %c1
    i32 177, label %c1
    i32 178, label %c1
    i32 179, label %c1
    i32 180, label %c1
    i32 181, label %c1
    i32 182, label %c1
    i32 183, label %c1
    i32 184, label %c1
    i32 185, label %c1
    i32 186, label %c1
    i32 187, label %c1
    i32 188, label %c1
    i32 189, label %c1
    i32 190, label %c1
    i32 191, label %c1
    i32 192, label %c1
    i32 193, label %c1
    i32 194, label %c1
    i32 195, label %c1
    i32 196, label %c1
    i32 197, label %c1
    i32 198, label %c1
    i32 199, label %c1
    i32 200, label %c1
    i32 201, label %c1
    i32 202, label %c1
    i32 203, label %c1
    i32 204, label %c1
    i32 205, label %c1
    i32 206, label %c1
    i32 207, label %c1
    i32 208, label %c1
    i32 209, label %c1
    i32 210, label %c1
    i32 211, label %c1
    i32 212, label %c1
    i32 213, label %c1
    i32 214, label %c1
    i32 215, label %c1
    i32 216, label %c1
    i32 217, label %c1
    i32 218, label %c1
    i32 219, label %c1
    i32 220, label %c1
    i32 221, label %c1
    i32 222, label %c1
    i32 223, label %c1
    i32 224, label %c1
    i32 225, label %c1
    i32 226, label %c1
    i32 227, label %c1
    i32 228, label %c1
    i32 229, label %c1
    i32 230, label %c1
    i32 231, label %c1
    i32 232, label %c1
    i32 233, label %c1
    i32 234, label %c1
    i32 235, label %c1
    i32 236, label %c1
    i32 237, label %c1
    i32 238, label %c1
    i32 239, label %c1
    i32 240, label %c1
    i32 241, label %c1
    i32 242, label %c1
    i32 243, label %c1
    i32 244, label %c1
    i32 245, label %c1
    i32 246, label %c1
    i32 247, label %c1
    i32 248, label %c1
    i32 249, label %c1
    i32 250, label %c1
    i32 251, label %c1
    i32 252, label %c1
    i32 253, label %c1
    i32 254, label %c1
    i32 255, label %c1
    i32 256, label %c1
    i32 257, label %c1
    i32 258, label %c1
    i32 259, label %c1
    i32 260, label %c1
    i32 261, label %c1
    i32 262, label %c1
    i32 263, label %c1
    i32 264, label %c1
    i32 265, label %c1
    i32 266, label %c1
    i32 267, label %c1
    i32 268, label %c1
    i32 269, label %c1
    i32 270, label %c1
    i32 271, label %c1
    i32 272, label %c1
    i32 273, label %c1
    i32 274, label %c1
    i32 275, label %c1
    i32 276, label %c1
    i32 277, label %c1
    i32 278, label %c1
    i32 279, label %c1
    i32 280, label %c1
    i32 281, label %c1
    i32 282, label %c1
    i32 283, label %c1
    i32 284, label %c1
    i32 285, label %c1
    i32 286, label %c1
    i32 287, label %c1
    i32 288, label %c1
    i32 289, label %c1
    i32 290, label %c1
    i32 291, label %c1
    i32 292, label %c1
    i32 293, label %c1
    i32 294, label %c1
    i32 295, label %c1
    i32 296, label %c1
    i32 297, label %c1
    i32 298, label %c1
    i32 299, label %c1
    i32 400, label %c2
    i32 401, label %c2
    i32 2147483647, label %c3
    i32 -2147483648, label %c3
  ]
c1:
  ret i32 1
c2:
  ret i32 2
c3:
  ret i32 3
default:
  ret i32 -1
}
define i32 @sparse(i32 %a) {
  switch i32 %a, label %default [
    i32 13, label %c80
    i32 7932, label %c81
    i32 31689, label %c82
    i32 71284, label %c83
    i32 126717, label %c84
    i32 197988, label %c85
    i32 285097, label %c86
    i32 388044, label %c87
    i32 506829, label %c88
    i32 641452, label %c89
    i32 791913, label %c90
    i32 958212, label %c91
    i32 1140349, label %c92
    i32 1338324, label %c93
    i32 1552137, label %c94
    i32 1781788, label %c95
    i32 2027277, label %c96
    i32 2288604, label %c97
    i32 2565769, label %c98
    i32 2858772, label %c99
    i32 3167613, label %c100
    i32 3492292, label %c101
    i32 3832809, label %c102
    i32 4189164, label %c103
    i32 4561357, label %c104
  ]
c80:
  ret i32 80
c81:
  ret i32 81
c82:
  ret i32 82
c83:
  ret i32 83
c84:
  ret i32 84
c85:
  ret i32 85
c86:
  ret i32 86
c87:
  ret i32 87
c88:
  ret i32 88
c89:
  ret i32 89
c90:
  ret i32 90
c91:
  ret i32 91
c92:
  ret i32 92
c93:
  ret i32 93
c94:
  ret i32 94
c95:
  ret i32 95
c96:
  ret i32 96
c97:
  ret i32 97
c98:
  ret i32 98
c99:
  ret i32 99
c100:
  ret i32 100
c101:
  ret i32 101
c102:
  ret i32 102
c103:
  ret i32 103
c104:
  ret i32 104
default:
  ret i32 -1
}
define i32 @wide_table(i64 %a) {
  switch i64 %a, label %default [
    i64 4294967290, label %c10
    i64 4294967291, label %c11
    i64 4294967292, label %c12
    i64 4294967293, label %c13
    i64 4294967294, label %c14
    i64 4294967295, label %c10
    i64 4294967296, label %c11
    i64 4294967297, label %c12
    i64 4294967298, label %c13
    i64 4294967299, label %c14
    i64 4294967300, label %c10
    i64 4294967301, label %c11
    i64 4294967302, label %c12
    i64 4294967303, label %c13
  ]
c10:
  ret i32 10
c11:
  ret i32 11
c12:
  ret i32 12
c13:
  ret i32 13
c14:
  ret i32 14
default:
  ret i32 -1
}
define i32 @wide_high(i64 %a) {
  switch i64 %a, label %default [
    i64 21474836480, label %c40
    i64 21474836481, label %c41
    i64 21474836482, label %c42
    i64 21474836483, label %c43
    i64 21474836484, label %c44
    i64 21474836485, label %c45
    i64 21474836486, label %c40
    i64 21474836487, label %c41
    i64 21474836488, label %c42
    i64 21474836489, label %c43
    i64 21474836490, label %c44
    i64 21474836491, label %c45
  ]
c40:
  ret i32 40
c41:
  ret i32 41
c42:
  ret i32 42
c43:
  ret i32 43
c44:
  ret i32 44
c45:
  ret i32 45
default:
  ret i32 -1
}
define i32 @wide_bits(i64 %a) {
  switch i64 %a, label %default [
    i64 38654705656, label %c1
    i64 38654705659, label %c1
    i64 38654705661, label %c1
    i64 38654705664, label %c1
    i64 38654705667, label %c1
    i64 38654705670, label %c1
  ]
c1:
  ret i32 1
default:
  ret i32 -1
}
define i32 @wide_sparse(i64 %a) {
  switch i64 %a, label %default [
    i64 0, label %c1
    i64 4294967373, label %c2
    i64 8589934746, label %c3
    i64 12884902119, label %c4
    i64 17179869236, label %c5
    i64 21474836609, label %c6
    i64 25769803982, label %c7
    i64 30064771099, label %c8
    i64 34359738472, label %c9
    i64 38654705845, label %c10
    i64 42949672962, label %c11
    i64 47244640335, label %c12
    i64 -1, label %c90
    i64 -4294967296, label %c91
    i64 -9223372036854775808, label %c92
  ]
c1:
  ret i32 1
c2:
  ret i32 2
c3:
  ret i32 3
c4:
  ret i32 4
c5:
  ret i32 5
c6:
  ret i32 6
c7:
  ret i32 7
c8:
  ret i32 8
c9:
  ret i32 9
c10:
  ret i32 10
c11:
  ret i32 11
c12:
  ret i32 12
c90:
  ret i32 90
c91:
  ret i32 91
c92:
  ret i32 92
default:
  ret i32 -1
}
define i32 @wide_ranges(i64 %a) {
  switch i64 %a, label %default [
    i64 4294967256, label %c1
    i64 4294967257, label %c1
    i64 4294967258, label %c1
    i64 4294967259, label %c1
    i64 4294967260, label %c1
    i64 4294967261, label %c1
    i64 4294967262, label %c1
    i64 4294967263, label %c1
    i64 4294967264, label %c1
    i64 4294967265, label %c1
    i64 4294967266, label %c1
    i64 4294967267, label %c1
    i64 4294967268, label %c1
    i64 4294967269, label %c1
    i64 4294967270, label %c1
    i64 4294967271, label %c1
    i64 4294967272, label %c1
    i64 4294967273, label %c1
    i64 4294967274, label %c1
    i64 4294967275, label %c1
    i64 4294967276, label %c1
    i64 4294967277, label %c1
    i64 4294967278, label %c1
    i64 4294967279, label %c1
    i64 4294967280, label %c1
    i64 4294967281, label %c1
    i64 4294967282, label %c1
    i64 4294967283, label %c1
    i64 4294967284, label %c1
    i64 4294967285, label %c1
    i64 4294967286, label %c1
    i64 4294967287, label %c1
    i64 4294967288, label %c1
    i64 4294967289, label %c1
    i64 4294967290, label %c1
    i64 4294967291, label %c1
    i64 4294967292, label %c1
    i64 4294967293, label %c1
    i64 4294967294, label %c1
    i64 4294967295, label %c1
    i64 4294967296, label %c1
    i64 4294967297, label %c1
    i64 4294967298, label %c1
    i64 4294967299, label %c1
    i64 4294967300, label %c1
    i64 4294967301, label %c1
    i64 4294967302, label %c1
    i64 4294967303, label %c1
    i64 4294967304, label %c1
    i64 4294967305, label %c1
    i64 4294967306, label %c1
    i64 4294967307, label %c1
    i64 4294967308, label %c1
    i64 4294967309, label %c1
    i64 4294967310, label %c1
    i64 4294967311, label %c1
    i64 4294967312, label %c1
    i64 4294967313, label %c1
    i64 4294967314, label %c1
    i64 4294967315, label %c1
    i64 4294967316, label %c1
    i64 4294967317, label %c1
    i64 4294967318, label %c1
    i64 4294967319, label %c1
    i64 4294967320, label %c1
    i64 4294967321, label %c1
    i64 4294967322, label %c1
    i64 4294967323, label %c1
    i64 4294967324, label %c1
    i64 4294967325, label %c1
    i64 4294967326, label %c1
    i64 4294967327, label %c1
    i64 4294967328, label %c1
    i64 4294967329, label %c1
    i64 4294967330, label %c1
    i64 4294967331, label %c1
    i64 4294967332, label %c1
    i64 4294967333, label %c1
    i64 4294967334, label %c1
    i64 4294967335, label %c1
    i64 30064771072, label %c2
    i64 30064771073, label %c2
    i64 30064771074, label %c2
  ]
c1:
  ret i32 1
c2:
  ret i32 2
default:
  ret i32 -1
}
define i32 @phi_table(i32 %a) {
entry:
  %b = xor i32 %a, 7
  switch i32 %a, label %default [
    i32 0, label %join0
    i32 1, label %join1
    i32 2, label %join0
    i32 3, label %join1
    i32 4, label %join0
    i32 5, label %join1
    i32 6, label %join0
    i32 7, label %join1
    i32 8, label %join0
    i32 9, label %join1
    i32 10, label %join0
    i32 11, label %join1
  ]
default:
  ret i32 -1
join0:
  %p0 = phi i32 [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ]
  %q0 = phi i32 [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ]
  %s0 = add i32 %p0, %q0
  ret i32 %s0
join1:
  %p1 = phi i32 [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ]
  %q1 = phi i32 [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ]
  %s1 = add i32 %p1, %q1
  ret i32 %s1
}
define i32 @phi_wide(i64 %a) {
entry:
  %t = trunc i64 %a to i32
  %b = xor i32 %t, 7
  switch i64 %a, label %default [
    i64 4294967293, label %join0
    i64 4294967294, label %join1
    i64 4294967295, label %join0
    i64 4294967296, label %join1
    i64 4294967297, label %join0
    i64 4294967298, label %join1
    i64 4294967299, label %join0
    i64 4294967300, label %join1
    i64 4294967301, label %join0
  ]
default:
  ret i32 -1
join0:
  %p0 = phi i32 [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ]
  %q0 = phi i32 [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ]
  %s0 = add i32 %p0, %q0
  ret i32 %s0
join1:
  %p1 = phi i32 [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ]
  %q1 = phi i32 [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ]
  %s1 = add i32 %p1, %q1
  ret i32 %s1
}
define i32 @phi_byte(i32 %a) {
entry:
  %n = trunc i32 %a to i8
  %b = xor i32 %a, 7
  switch i8 %n, label %default [
    i8 120, label %join0
    i8 121, label %join1
    i8 122, label %join0
    i8 123, label %join1
    i8 124, label %join0
    i8 125, label %join1
    i8 126, label %join0
    i8 127, label %join1
    i8 -128, label %join0
    i8 -127, label %join1
    i8 -126, label %join0
    i8 -125, label %join1
    i8 -124, label %join0
    i8 -123, label %join1
  ]
default:
  ret i32 -1
join0:
  %p0 = phi i32 [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ]
  %q0 = phi i32 [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ], [ 40, %entry ]
  %s0 = add i32 %p0, %q0
  ret i32 %s0
join1:
  %p1 = phi i32 [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ], [ %b, %entry ]
  %q1 = phi i32 [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ], [ 41, %entry ]
  %s1 = add i32 %p1, %q1
  ret i32 %s1
}
