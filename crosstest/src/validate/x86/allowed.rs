//! The instructions of x86 that are allowed, in both modes unless said otherwise, and the prefixes that may stand before them.
//!
//! The list has what compilers need for integers, for floating-point numbers and vectors up to SSE4.1, for x87's loads and stores, and for
//! atomic operations. What it does not name is refused, whether it could do harm or not.

use iced_x86::{Code, CodeSize, Instruction, Mnemonic, OpKind, Register};

/// Moves that happen or do not.
pub const CONDITIONAL_MOVES: &[Mnemonic] = {
    use Mnemonic::*;
    &[Cmova, Cmovae, Cmovb, Cmovbe, Cmove, Cmovg, Cmovge, Cmovl, Cmovle, Cmovne, Cmovno, Cmovnp, Cmovns, Cmovo, Cmovp, Cmovs]
};

/// Whether the opcode is on the list, with operands of the kinds that programs have.
pub fn is_allowed(decoded: &Instruction) -> bool {
    // Control, debug and segment registers share their `mov` with the others. A branch of 16 bits would cut its target.
    let has_plain_operands = (0..decoded.op_count()).all(|index| match decoded.op_kind(index) {
        OpKind::Register => is_plain(decoded.op_register(index)),
        OpKind::NearBranch16 | OpKind::FarBranch16 | OpKind::FarBranch32 => false,
        _ => true,
    });
    let mnemonic = decoded.mnemonic();
    let is_listed = is_integer(mnemonic) || is_control(mnemonic) || is_float(mnemonic) || is_vector(mnemonic) || is_x87(mnemonic);
    let is_for_32 = mnemonic == Mnemonic::Leave && decoded.code_size() == CodeSize::Code32;
    has_plain_operands && (is_listed || is_for_32)
}

fn is_plain(register: Register) -> bool {
    register.is_gpr() || register.is_xmm() || register.is_st()
}

#[rustfmt::skip]
fn is_integer(mnemonic: Mnemonic) -> bool {
    use Mnemonic::*;
    matches!(
        mnemonic,
        Adc | Add | And | Bsf | Bsr | Bswap | Bt | Btc | Btr | Bts | Cbw | Cdq | Cdqe | Cld | Cmp | Cmpxchg | Cmpxchg8b | Cqo | Cwd | Cwde
            | Dec | Div | Idiv | Imul | Inc | Lea | Lfence | Mfence | Mov | Movsx | Movsxd | Movzx | Mul | Neg | Not | Or | Pause | Pop
            | Push | Rcl | Rcr | Rol | Ror | Sahf | Sar | Sbb | Sfence | Shl | Shld | Shr | Shrd | Sub | Test | Xadd | Xchg | Xor
            | Seta | Setae | Setb | Setbe | Sete | Setg | Setge | Setl | Setle | Setne | Setno | Setnp | Setns | Seto | Setp | Sets
            // Movsd and Cmpsd are also of vectors.
            | Movsb | Movsw | Movsd | Movsq | Stosb | Stosw | Stosd | Stosq | Cmpsb | Cmpsw | Cmpsd | Cmpsq | Scasb | Scasw | Scasd | Scasq
    ) || CONDITIONAL_MOVES.contains(&mnemonic)
}

#[rustfmt::skip]
fn is_control(mnemonic: Mnemonic) -> bool {
    use Mnemonic::*;
    matches!(
        mnemonic,
        Call | Hlt | Jmp | Ud2 | Ja | Jae | Jb | Jbe | Je | Jg | Jge | Jl | Jle | Jne | Jno | Jnp | Jns | Jo | Jp | Js
    )
}

#[rustfmt::skip]
fn is_float(mnemonic: Mnemonic) -> bool {
    use Mnemonic::*;
    matches!(
        mnemonic,
        Addpd | Addps | Addsd | Addss | Andnpd | Andnps | Andpd | Andps | Blendpd | Blendps | Blendvpd | Blendvps | Cmppd | Cmpps | Cmpss
            | Comisd | Comiss | Cvtdq2pd | Cvtdq2ps | Cvtpd2dq | Cvtpd2ps | Cvtps2dq | Cvtps2pd | Cvtsd2si | Cvtsd2ss | Cvtsi2sd
            | Cvtsi2ss | Cvtss2sd | Cvtss2si | Cvttpd2dq | Cvttps2dq | Cvttsd2si | Cvttss2si | Divpd | Divps | Divsd | Divss
            | Extractps | Haddpd | Haddps | Insertps | Maxpd | Maxps | Maxsd | Maxss | Minpd | Minps | Minsd | Minss | Movapd | Movaps
            | Movddup | Movhlps | Movhpd | Movhps | Movlhps | Movlpd | Movlps | Movmskpd | Movmskps | Movshdup | Movsldup | Movss
            | Movupd | Movups | Mulpd | Mulps | Mulsd | Mulss | Orpd | Orps | Rcpps | Rcpss | Roundpd | Roundps | Roundsd | Roundss
            | Rsqrtps | Rsqrtss | Shufpd | Shufps | Sqrtpd | Sqrtps | Sqrtsd | Sqrtss | Subpd | Subps | Subsd | Subss | Ucomisd
            | Ucomiss | Unpckhpd | Unpckhps | Unpcklpd | Unpcklps | Xorpd | Xorps
    )
}

#[rustfmt::skip]
fn is_vector(mnemonic: Mnemonic) -> bool {
    use Mnemonic::*;
    matches!(
        mnemonic,
        Movd | Movdqa | Movdqu | Movq | Pabsb | Pabsd | Pabsw | Packssdw | Packsswb | Packusdw | Packuswb | Paddb | Paddd | Paddq
            | Paddsb | Paddsw | Paddusb | Paddusw | Paddw | Palignr | Pand | Pandn | Pavgb | Pavgw | Pblendvb | Pblendw | Pcmpeqb
            | Pcmpeqd | Pcmpeqq | Pcmpeqw | Pcmpgtb | Pcmpgtd | Pcmpgtw | Pextrb | Pextrd | Pextrq | Pextrw | Phaddd | Phaddw | Pinsrb
            | Pinsrd | Pinsrq | Pinsrw | Pmaddubsw | Pmaddwd | Pmaxsb | Pmaxsd | Pmaxsw | Pmaxub | Pmaxud | Pmaxuw | Pminsb | Pminsd
            | Pminsw | Pminub | Pminud | Pminuw | Pmovmskb | Pmovsxbd | Pmovsxbq | Pmovsxbw | Pmovsxdq | Pmovsxwd | Pmovsxwq
            | Pmovzxbd | Pmovzxbq | Pmovzxbw | Pmovzxdq | Pmovzxwd | Pmovzxwq | Pmuldq | Pmulhrsw | Pmulhuw | Pmulhw | Pmulld | Pmullw
            | Pmuludq | Por | Psadbw | Pshufb | Pshufd | Pshufhw | Pshuflw | Psignb | Psignd | Psignw | Pslld | Pslldq | Psllq | Psllw
            | Psrad | Psraw | Psrld | Psrldq | Psrlq | Psrlw | Psubb | Psubd | Psubq | Psubsb | Psubsw | Psubusb | Psubusw | Psubw
            | Ptest | Punpckhbw | Punpckhdq | Punpckhqdq | Punpckhwd | Punpcklbw | Punpckldq | Punpcklqdq | Punpcklwd | Pxor
    )
}

#[rustfmt::skip]
fn is_x87(mnemonic: Mnemonic) -> bool {
    use Mnemonic::*;
    matches!(
        mnemonic,
        Fabs | Fadd | Faddp | Fchs | Fdiv | Fdivp | Fdivr | Fdivrp | Fild | Fist | Fistp | Fisttp | Fld | Fld1 | Fldcw | Fldz | Fmul | Fmulp
            | Fnstcw | Fst | Fstp | Fsub | Fsubp | Fsubr | Fsubrp | Fucomi | Fucomip | Fxch
    )
}

/// Bytes of instructions that do nothing, without 0x66 before them (Intel's manual, volume 2, NOP): what assemblers pad with.
const NOPS: [&[u8]; 7] = [
    &[0x90],
    &[0x0F, 0x1F, 0x00],
    &[0x0F, 0x1F, 0x40, 0x00],
    &[0x0F, 0x1F, 0x44, 0x00, 0x00],
    &[0x0F, 0x1F, 0x80, 0x00, 0x00, 0x00, 0x00],
    &[0x0F, 0x1F, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
    &[0x2E, 0x0F, 0x1F, 0x84, 0x00, 0x00, 0x00, 0x00, 0x00],
];

/// Whether an instruction does nothing: it names memory that it does not touch, and has prefixes to be longer. `nop` with any operand
/// (0F 1F /0) does nothing, too.
pub fn is_nop(decoded: &Instruction, bytes: &[u8]) -> bool {
    let prefixes = bytes.iter().take_while(|&&byte| byte == 0x66).count();
    let is_nop = matches!(decoded.code(), Code::Nop_rm16 | Code::Nop_rm32) && bytes[prefixes..].starts_with(&[0x0F, 0x1F]);
    // Most instructions begin otherwise.
    matches!(bytes[prefixes..], [0x90 | 0x0F | 0x2E, ..]) && (NOPS.contains(&&bytes[prefixes..]) || is_nop)
}

/// Whether each prefix stands there once and says something, so that no processor reads the bytes in another way.
///
/// Left to be refused: segments and 32-bit addresses (but gs, where the caller allowed it), `rep` before what does not repeat, an operand
/// size of 16 bits before branches (Intel's and AMD's processors disagree) and the stack's instructions, and a REX that others follow,
/// which is void.
pub fn has_plain_prefixes(bytes: &[u8], decoded: &Instruction) -> bool {
    let count = bytes.iter().take_while(|&&byte| is_prefix(byte)).count();
    let (prefixes, rest) = bytes.split_at(count);
    let has = |prefix| prefixes.contains(&prefix);
    let is_once = (1..count).all(|index| !prefixes[..index].contains(&prefixes[index]));
    let is_void_rex = decoded.code_size() == CodeSize::Code64
        && matches!(rest, [0x40..=0x4F, next, ..] if is_prefix(*next) || matches!(next, 0x40..=0x4F));
    let is_gs = decoded.segment_prefix() == Register::GS;
    let names_other = [0x67, 0x2E, 0x36, 0x3E, 0x26, 0x64].into_iter().any(has) || has(0x65) && !is_gs;
    is_once && !is_void_rex && !names_other && repeats_or_is_opcode(decoded, &has) && sizes_operand(decoded, &has)
}

fn is_prefix(byte: u8) -> bool {
    matches!(byte, 0x66 | 0x67 | 0xF0 | 0xF2 | 0xF3 | 0x2E | 0x36 | 0x3E | 0x26 | 0x64 | 0x65)
}

/// F2 and F3: `rep` of a string instruction that has it, or a part of the opcode, which the decoder does not report as a prefix.
fn repeats_or_is_opcode(decoded: &Instruction, has: &impl Fn(u8) -> bool) -> bool {
    use Mnemonic::{
        Cmpsb, Cmpsd, Cmpsq, Cmpsw, Movsb, Movsd, Movsq, Movsw, Scasb, Scasd, Scasq, Scasw, Stosb, Stosd, Stosq, Stosw,
    };
    if !(has(0xF2) || has(0xF3)) {
        return true;
    }
    let is_reported = decoded.has_rep_prefix() || decoded.has_repne_prefix();
    let copies = matches!(decoded.mnemonic(), Movsb | Movsw | Movsd | Movsq | Stosb | Stosw | Stosd | Stosq);
    let compares = matches!(decoded.mnemonic(), Cmpsb | Cmpsw | Cmpsd | Cmpsq | Scasb | Scasw | Scasd | Scasq);
    let is_one = !(has(0xF0) || has(0xF2) && has(0xF3));
    is_one && (!is_reported && !has(0x66) || is_reported && (copies && has(0xF3) || compares))
}

/// 66: not where it is ignored, or cuts what is a whole register otherwise.
fn sizes_operand(decoded: &Instruction, has: &impl Fn(u8) -> bool) -> bool {
    let mnemonic = decoded.mnemonic();
    !has(0x66)
        || !(is_control(mnemonic) || is_x87(mnemonic) || matches!(mnemonic, Mnemonic::Push | Mnemonic::Pop | Mnemonic::Leave))
}
