//! Prints lowered code for people: any target's, at any point between lowering and encoding.
//!
//! An instruction is shown as its target's own `Debug` text, and after it what the operand visitor
//! says: which variables it reads and writes, and in which register or place each is, as soon as
//! that is decided. The form is for reading and comparing dumps.

use std::fmt::{self, Display, Formatter};

use super::{Code, EdgeSource, Flow, FlowInst, Home, Role, Var, VarKind};

/// Displays code under a function's name. `reg_name` writes the name of a register.
pub fn code<'a, I: FlowInst>(code: &'a Code<I>, function: &'a str, reg_name: impl Fn(u8) -> String + 'a) -> impl Display + 'a {
    code_with(code, function, reg_name, |_| None)
}

/// The same, with a line of its own after each instruction of which `after` says something.
pub fn code_with<'a, I: FlowInst>(
    code: &'a Code<I>,
    function: &'a str,
    reg_name: impl Fn(u8) -> String + 'a,
    after: impl Fn(usize) -> Option<String> + 'a,
) -> impl Display + 'a {
    fmt::from_fn(move |f| {
        let printer = Printer { code, reg_name: &reg_name };
        writeln!(f, "code of {function} {{")?;
        printer.variables(f)?;
        for (index, inst) in code.insts.iter().enumerate() {
            if let Flow::Bind(label) = inst.flow() {
                writeln!(f, "{label}:")?;
                printer.phis(label, f)?;
            }
            printer.inst(index, inst, f)?;
            if let Some(line) = after(index) {
                writeln!(f, "        {line}")?;
            }
        }
        printer.edges(f)?;
        f.write_str("}\n")
    })
}

struct Printer<'a, I: FlowInst, N> {
    code: &'a Code<I>,
    reg_name: &'a N,
}

impl<I: FlowInst, N: Fn(u8) -> String> Printer<'_, I, N> {
    /// Where each variable has to be or is, those of the same kind and place without any words.
    fn variables(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, data) in self.code.vars.iter().enumerate() {
            let var = Var::from_u32(index as u32);
            write!(f, "  {var}: class {}, {} bytes", data.class.0, data.bytes)?;
            match data.kind {
                VarKind::Any => {}
                VarKind::Register => f.write_str(", register")?,
                VarKind::Fixed(_) => f.write_str(", fixed")?,
                VarKind::Memory => f.write_str(", memory")?,
            }
            writeln!(f, "{}", self.place(var))?;
        }
        Ok(())
    }

    /// Where a variable is; empty if that is not decided.
    fn place(&self, var: Var) -> String {
        let data = self.code.var(var);
        match (data.reg, data.home) {
            (Some(reg), _) => format!(" in {}", (self.reg_name)(reg)),
            (None, Home::Incoming(offset)) => format!(" in argument area + {offset}"),
            (None, Home::Frame(offset)) => format!(" in frame + {offset}"),
            (None, Home::None) => String::new(),
        }
    }

    /// A variable, with its register.
    fn var(&self, var: Var) -> String {
        match self.code.var(var).reg {
            Some(reg) => format!("{var}({})", (self.reg_name)(reg)),
            None => var.to_string(),
        }
    }

    fn phis(&self, label: super::Label, f: &mut Formatter<'_>) -> fmt::Result {
        for &phi in self.code.edges.phis(label) {
            writeln!(f, "        phi {}", self.var(phi))?;
        }
        Ok(())
    }

    fn inst(&self, index: usize, inst: &I, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{index:>6}  {inst:?}")?;
        let mut separator = " ;";
        let mut outcome = Ok(());
        inst.visit(&self.code.pools, |var, role| {
            let verb = match role {
                Role::Use => "reads",
                Role::Def => "writes",
                Role::UseDef => "changes",
            };
            if outcome.is_ok() {
                outcome = write!(f, "{separator} {verb} {}", self.var(var));
            }
            separator = ",";
        });
        outcome?;
        let clobbers = inst.clobbers(&self.code.pools);
        if !clobbers.is_empty() {
            write!(f, "{separator} clobbers units {clobbers:#x}")?;
        }
        f.write_str("\n")
    }

    /// What edges move to phis.
    fn edges(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for edge in self.code.edges.all() {
            write!(f, "  to {}: {} = ", edge.to, self.var(edge.dest))?;
            match edge.source {
                EdgeSource::Var(var) => writeln!(f, "{}", self.var(var))?,
                EdgeSource::Const(_) => f.write_str("constant\n")?,
            }
        }
        Ok(())
    }
}
