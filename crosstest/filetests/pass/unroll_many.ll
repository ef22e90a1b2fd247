; Of 65 loops 64 are unrolled (code_sizes.txt and executed.txt tell).
; recipes: O3
; run: @f(i32 40) -> i32 40
define i32 @f(i32 %n) {
a0:
br label %a1
a1:
%i1=phi i32[0,%a0],[%j1,%a1]
%j1=add i32 %i1,1
%c1=icmp ne i32 %j1,%n
br i1 %c1,label %a1,label %a2
a2:
%i2=phi i32[0,%a1],[%j2,%a2]
%j2=add i32 %i2,1
%c2=icmp ne i32 %j2,%n
br i1 %c2,label %a2,label %a3
a3:
%i3=phi i32[0,%a2],[%j3,%a3]
%j3=add i32 %i3,1
%c3=icmp ne i32 %j3,%n
br i1 %c3,label %a3,label %a4
a4:
%i4=phi i32[0,%a3],[%j4,%a4]
%j4=add i32 %i4,1
%c4=icmp ne i32 %j4,%n
br i1 %c4,label %a4,label %a5
a5:
%i5=phi i32[0,%a4],[%j5,%a5]
%j5=add i32 %i5,1
%c5=icmp ne i32 %j5,%n
br i1 %c5,label %a5,label %a6
a6:
%i6=phi i32[0,%a5],[%j6,%a6]
%j6=add i32 %i6,1
%c6=icmp ne i32 %j6,%n
br i1 %c6,label %a6,label %a7
a7:
%i7=phi i32[0,%a6],[%j7,%a7]
%j7=add i32 %i7,1
%c7=icmp ne i32 %j7,%n
br i1 %c7,label %a7,label %a8
a8:
%i8=phi i32[0,%a7],[%j8,%a8]
%j8=add i32 %i8,1
%c8=icmp ne i32 %j8,%n
br i1 %c8,label %a8,label %a9
a9:
%i9=phi i32[0,%a8],[%j9,%a9]
%j9=add i32 %i9,1
%c9=icmp ne i32 %j9,%n
br i1 %c9,label %a9,label %a10
a10:
%i10=phi i32[0,%a9],[%j10,%a10]
%j10=add i32 %i10,1
%c10=icmp ne i32 %j10,%n
br i1 %c10,label %a10,label %a11
a11:
%i11=phi i32[0,%a10],[%j11,%a11]
%j11=add i32 %i11,1
%c11=icmp ne i32 %j11,%n
br i1 %c11,label %a11,label %a12
a12:
%i12=phi i32[0,%a11],[%j12,%a12]
%j12=add i32 %i12,1
%c12=icmp ne i32 %j12,%n
br i1 %c12,label %a12,label %a13
a13:
%i13=phi i32[0,%a12],[%j13,%a13]
%j13=add i32 %i13,1
%c13=icmp ne i32 %j13,%n
br i1 %c13,label %a13,label %a14
a14:
%i14=phi i32[0,%a13],[%j14,%a14]
%j14=add i32 %i14,1
%c14=icmp ne i32 %j14,%n
br i1 %c14,label %a14,label %a15
a15:
%i15=phi i32[0,%a14],[%j15,%a15]
%j15=add i32 %i15,1
%c15=icmp ne i32 %j15,%n
br i1 %c15,label %a15,label %a16
a16:
%i16=phi i32[0,%a15],[%j16,%a16]
%j16=add i32 %i16,1
%c16=icmp ne i32 %j16,%n
br i1 %c16,label %a16,label %a17
a17:
%i17=phi i32[0,%a16],[%j17,%a17]
%j17=add i32 %i17,1
%c17=icmp ne i32 %j17,%n
br i1 %c17,label %a17,label %a18
a18:
%i18=phi i32[0,%a17],[%j18,%a18]
%j18=add i32 %i18,1
%c18=icmp ne i32 %j18,%n
br i1 %c18,label %a18,label %a19
a19:
%i19=phi i32[0,%a18],[%j19,%a19]
%j19=add i32 %i19,1
%c19=icmp ne i32 %j19,%n
br i1 %c19,label %a19,label %a20
a20:
%i20=phi i32[0,%a19],[%j20,%a20]
%j20=add i32 %i20,1
%c20=icmp ne i32 %j20,%n
br i1 %c20,label %a20,label %a21
a21:
%i21=phi i32[0,%a20],[%j21,%a21]
%j21=add i32 %i21,1
%c21=icmp ne i32 %j21,%n
br i1 %c21,label %a21,label %a22
a22:
%i22=phi i32[0,%a21],[%j22,%a22]
%j22=add i32 %i22,1
%c22=icmp ne i32 %j22,%n
br i1 %c22,label %a22,label %a23
a23:
%i23=phi i32[0,%a22],[%j23,%a23]
%j23=add i32 %i23,1
%c23=icmp ne i32 %j23,%n
br i1 %c23,label %a23,label %a24
a24:
%i24=phi i32[0,%a23],[%j24,%a24]
%j24=add i32 %i24,1
%c24=icmp ne i32 %j24,%n
br i1 %c24,label %a24,label %a25
a25:
%i25=phi i32[0,%a24],[%j25,%a25]
%j25=add i32 %i25,1
%c25=icmp ne i32 %j25,%n
br i1 %c25,label %a25,label %a26
a26:
%i26=phi i32[0,%a25],[%j26,%a26]
%j26=add i32 %i26,1
%c26=icmp ne i32 %j26,%n
br i1 %c26,label %a26,label %a27
a27:
%i27=phi i32[0,%a26],[%j27,%a27]
%j27=add i32 %i27,1
%c27=icmp ne i32 %j27,%n
br i1 %c27,label %a27,label %a28
a28:
%i28=phi i32[0,%a27],[%j28,%a28]
%j28=add i32 %i28,1
%c28=icmp ne i32 %j28,%n
br i1 %c28,label %a28,label %a29
a29:
%i29=phi i32[0,%a28],[%j29,%a29]
%j29=add i32 %i29,1
%c29=icmp ne i32 %j29,%n
br i1 %c29,label %a29,label %a30
a30:
%i30=phi i32[0,%a29],[%j30,%a30]
%j30=add i32 %i30,1
%c30=icmp ne i32 %j30,%n
br i1 %c30,label %a30,label %a31
a31:
%i31=phi i32[0,%a30],[%j31,%a31]
%j31=add i32 %i31,1
%c31=icmp ne i32 %j31,%n
br i1 %c31,label %a31,label %a32
a32:
%i32=phi i32[0,%a31],[%j32,%a32]
%j32=add i32 %i32,1
%c32=icmp ne i32 %j32,%n
br i1 %c32,label %a32,label %a33
a33:
%i33=phi i32[0,%a32],[%j33,%a33]
%j33=add i32 %i33,1
%c33=icmp ne i32 %j33,%n
br i1 %c33,label %a33,label %a34
a34:
%i34=phi i32[0,%a33],[%j34,%a34]
%j34=add i32 %i34,1
%c34=icmp ne i32 %j34,%n
br i1 %c34,label %a34,label %a35
a35:
%i35=phi i32[0,%a34],[%j35,%a35]
%j35=add i32 %i35,1
%c35=icmp ne i32 %j35,%n
br i1 %c35,label %a35,label %a36
a36:
%i36=phi i32[0,%a35],[%j36,%a36]
%j36=add i32 %i36,1
%c36=icmp ne i32 %j36,%n
br i1 %c36,label %a36,label %a37
a37:
%i37=phi i32[0,%a36],[%j37,%a37]
%j37=add i32 %i37,1
%c37=icmp ne i32 %j37,%n
br i1 %c37,label %a37,label %a38
a38:
%i38=phi i32[0,%a37],[%j38,%a38]
%j38=add i32 %i38,1
%c38=icmp ne i32 %j38,%n
br i1 %c38,label %a38,label %a39
a39:
%i39=phi i32[0,%a38],[%j39,%a39]
%j39=add i32 %i39,1
%c39=icmp ne i32 %j39,%n
br i1 %c39,label %a39,label %a40
a40:
%i40=phi i32[0,%a39],[%j40,%a40]
%j40=add i32 %i40,1
%c40=icmp ne i32 %j40,%n
br i1 %c40,label %a40,label %a41
a41:
%i41=phi i32[0,%a40],[%j41,%a41]
%j41=add i32 %i41,1
%c41=icmp ne i32 %j41,%n
br i1 %c41,label %a41,label %a42
a42:
%i42=phi i32[0,%a41],[%j42,%a42]
%j42=add i32 %i42,1
%c42=icmp ne i32 %j42,%n
br i1 %c42,label %a42,label %a43
a43:
%i43=phi i32[0,%a42],[%j43,%a43]
%j43=add i32 %i43,1
%c43=icmp ne i32 %j43,%n
br i1 %c43,label %a43,label %a44
a44:
%i44=phi i32[0,%a43],[%j44,%a44]
%j44=add i32 %i44,1
%c44=icmp ne i32 %j44,%n
br i1 %c44,label %a44,label %a45
a45:
%i45=phi i32[0,%a44],[%j45,%a45]
%j45=add i32 %i45,1
%c45=icmp ne i32 %j45,%n
br i1 %c45,label %a45,label %a46
a46:
%i46=phi i32[0,%a45],[%j46,%a46]
%j46=add i32 %i46,1
%c46=icmp ne i32 %j46,%n
br i1 %c46,label %a46,label %a47
a47:
%i47=phi i32[0,%a46],[%j47,%a47]
%j47=add i32 %i47,1
%c47=icmp ne i32 %j47,%n
br i1 %c47,label %a47,label %a48
a48:
%i48=phi i32[0,%a47],[%j48,%a48]
%j48=add i32 %i48,1
%c48=icmp ne i32 %j48,%n
br i1 %c48,label %a48,label %a49
a49:
%i49=phi i32[0,%a48],[%j49,%a49]
%j49=add i32 %i49,1
%c49=icmp ne i32 %j49,%n
br i1 %c49,label %a49,label %a50
a50:
%i50=phi i32[0,%a49],[%j50,%a50]
%j50=add i32 %i50,1
%c50=icmp ne i32 %j50,%n
br i1 %c50,label %a50,label %a51
a51:
%i51=phi i32[0,%a50],[%j51,%a51]
%j51=add i32 %i51,1
%c51=icmp ne i32 %j51,%n
br i1 %c51,label %a51,label %a52
a52:
%i52=phi i32[0,%a51],[%j52,%a52]
%j52=add i32 %i52,1
%c52=icmp ne i32 %j52,%n
br i1 %c52,label %a52,label %a53
a53:
%i53=phi i32[0,%a52],[%j53,%a53]
%j53=add i32 %i53,1
%c53=icmp ne i32 %j53,%n
br i1 %c53,label %a53,label %a54
a54:
%i54=phi i32[0,%a53],[%j54,%a54]
%j54=add i32 %i54,1
%c54=icmp ne i32 %j54,%n
br i1 %c54,label %a54,label %a55
a55:
%i55=phi i32[0,%a54],[%j55,%a55]
%j55=add i32 %i55,1
%c55=icmp ne i32 %j55,%n
br i1 %c55,label %a55,label %a56
a56:
%i56=phi i32[0,%a55],[%j56,%a56]
%j56=add i32 %i56,1
%c56=icmp ne i32 %j56,%n
br i1 %c56,label %a56,label %a57
a57:
%i57=phi i32[0,%a56],[%j57,%a57]
%j57=add i32 %i57,1
%c57=icmp ne i32 %j57,%n
br i1 %c57,label %a57,label %a58
a58:
%i58=phi i32[0,%a57],[%j58,%a58]
%j58=add i32 %i58,1
%c58=icmp ne i32 %j58,%n
br i1 %c58,label %a58,label %a59
a59:
%i59=phi i32[0,%a58],[%j59,%a59]
%j59=add i32 %i59,1
%c59=icmp ne i32 %j59,%n
br i1 %c59,label %a59,label %a60
a60:
%i60=phi i32[0,%a59],[%j60,%a60]
%j60=add i32 %i60,1
%c60=icmp ne i32 %j60,%n
br i1 %c60,label %a60,label %a61
a61:
%i61=phi i32[0,%a60],[%j61,%a61]
%j61=add i32 %i61,1
%c61=icmp ne i32 %j61,%n
br i1 %c61,label %a61,label %a62
a62:
%i62=phi i32[0,%a61],[%j62,%a62]
%j62=add i32 %i62,1
%c62=icmp ne i32 %j62,%n
br i1 %c62,label %a62,label %a63
a63:
%i63=phi i32[0,%a62],[%j63,%a63]
%j63=add i32 %i63,1
%c63=icmp ne i32 %j63,%n
br i1 %c63,label %a63,label %a64
a64:
%i64=phi i32[0,%a63],[%j64,%a64]
%j64=add i32 %i64,1
%c64=icmp ne i32 %j64,%n
br i1 %c64,label %a64,label %a65
a65:
%i65=phi i32[0,%a64],[%j65,%a65]
%j65=add i32 %i65,1
%c65=icmp ne i32 %j65,%n
br i1 %c65,label %a65,label %a66
a66:
ret i32 %j65
}
