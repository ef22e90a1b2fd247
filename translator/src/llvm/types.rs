//! LLVM's types, interned: equal types have equal ids, so that comparing two costs nothing.
//!
//! Pointers carry no pointee: whatever an instruction does with memory it says itself, since LLVM
//! 3.7 ([LLVM-REF-14] "load", "getelementptr"), so typed pointers and opaque ones are the same here.

use rustc_hash::FxHashMap;

crate::entities! {
    /// A type.
    pub Ty = "ty";
}

/// What a type is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// No value.
    Void,
    /// An integer of this many bits.
    Int(u32),
    /// binary32.
    Float,
    /// binary64.
    Double,
    /// A floating-point format that PNaCl does not have, by its name.
    OtherFloat(&'static str),
    /// An address.
    Ptr,
    /// So many elements of a type.
    Array(u64, Ty),
    /// Fields in order.
    Struct {
        /// Whether fields follow each other without padding.
        packed: bool,
        /// Their types.
        fields: Vec<Ty>,
    },
    /// So many lanes of a type.
    Vector(u32, Ty),
    /// A function.
    Function {
        /// The result's type.
        result: Ty,
        /// The named parameters' types.
        params: Vec<Ty>,
        /// Whether more arguments may follow.
        variadic: bool,
    },
    /// A basic block.
    Label,
    /// Metadata, as an argument of debug intrinsics.
    Metadata,
    /// A value that only intrinsics understand.
    Token,
    /// A structure whose fields this module does not say.
    Opaque,
}

/// The types of a program.
#[derive(Debug)]
pub struct Types {
    kinds: Vec<TypeKind>,
    ids: FxHashMap<TypeKind, Ty>,
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Types {
    /// A table that holds nothing but what constants of this type name.
    pub fn new() -> Self {
        Self { kinds: Vec::new(), ids: FxHashMap::default() }
    }

    /// The id of a type.
    pub fn intern(&mut self, kind: TypeKind) -> Ty {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let id = Ty::from_u32(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }

    /// What a type is.
    pub fn kind(&self, ty: Ty) -> &TypeKind {
        &self.kinds[ty.as_u32() as usize]
    }

    /// The integer type of so many bits.
    pub fn int(&mut self, bits: u32) -> Ty {
        self.intern(TypeKind::Int(bits))
    }

    /// The width of an integer type.
    pub fn int_bits(&self, ty: Ty) -> Option<u32> {
        match self.kind(ty) {
            TypeKind::Int(bits) => Some(*bits),
            _ => None,
        }
    }

    /// Lanes and lane type of a vector.
    pub fn vector(&self, ty: Ty) -> Option<(u32, Ty)> {
        match self.kind(ty) {
            TypeKind::Vector(lanes, element) => Some((*lanes, *element)),
            _ => None,
        }
    }

    /// The lane type of a vector; any other type itself.
    pub fn scalar(&self, ty: Ty) -> Ty {
        self.vector(ty).map_or(ty, |(_, element)| element)
    }

    /// The element of an aggregate at an index: a field, an array's element or a vector's lane.
    pub fn element(&self, ty: Ty, index: u64) -> Option<Ty> {
        match self.kind(ty) {
            TypeKind::Array(count, element) => (index < *count).then_some(*element),
            TypeKind::Vector(count, element) => (index < u64::from(*count)).then_some(*element),
            TypeKind::Struct { fields, .. } => fields.get(usize::try_from(index).ok()?).copied(),
            _ => None,
        }
    }

    /// The number of elements of an aggregate.
    pub fn element_count(&self, ty: Ty) -> u64 {
        match self.kind(ty) {
            TypeKind::Array(count, _) => *count,
            TypeKind::Vector(count, _) => u64::from(*count),
            TypeKind::Struct { fields, .. } => fields.len() as u64,
            _ => 0,
        }
    }

    /// The spelling in LLVM assembly.
    pub fn name(&self, ty: Ty) -> String {
        let list = |tys: &[Ty]| tys.iter().map(|&ty| self.name(ty)).collect::<Vec<_>>().join(", ");
        match self.kind(ty) {
            TypeKind::Void => "void".into(),
            TypeKind::Int(bits) => format!("i{bits}"),
            TypeKind::Float => "float".into(),
            TypeKind::Double => "double".into(),
            TypeKind::OtherFloat(name) => (*name).into(),
            TypeKind::Ptr => "ptr".into(),
            TypeKind::Array(count, element) => format!("[{count} x {}]", self.name(*element)),
            TypeKind::Struct { packed: false, fields } => format!("{{ {} }}", list(fields)),
            TypeKind::Struct { packed: true, fields } => format!("<{{ {} }}>", list(fields)),
            TypeKind::Vector(count, element) => format!("<{count} x {}>", self.name(*element)),
            TypeKind::Function { result, params, variadic } => {
                let more = if *variadic { ", ..." } else { "" };
                format!("{} ({}{more})", self.name(*result), list(params))
            }
            TypeKind::Label => "label".into(),
            TypeKind::Metadata => "metadata".into(),
            TypeKind::Token => "token".into(),
            TypeKind::Opaque => "opaque".into(),
        }
    }
}
