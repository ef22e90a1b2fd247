//! Typed indices and the arenas they index.
//!
//! An *entity* is a `u32` newtype whose `Display` is its spelling in dumps (`b3`, `i17`, `f2`).
//! Arenas own the data ([`EntityVec`]); side tables annotate it. An index is only meaningful for
//! the arena that handed it out: the types keep a block number from being used as an instruction
//! number, they cannot keep two functions apart.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A typed `u32` index.
pub trait Entity: Copy + Eq + fmt::Display {
    /// Makes the entity with this index. Panics if `index` exceeds `u32::MAX`.
    fn from_index(index: usize) -> Self;
    /// The index, for looking things up in a slice.
    fn index(self) -> usize;
}

/// Has a type print the same for people and for programmers.
#[macro_export]
macro_rules! debug_as_display {
    ($name:ident) => {
        impl ::std::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                ::std::fmt::Display::fmt(self, f)
            }
        }
    };
}

/// Declares entity types: `entities! { /// Docs. pub Block = "b"; }`.
#[macro_export]
macro_rules! entities {
    ($($(#[$meta:meta])* pub $name:ident = $prefix:literal;)+) => { $(
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl $name {
            /// Makes the entity with this index.
            #[inline]
            pub const fn from_u32(index: u32) -> Self { Self(index) }
            /// The index.
            #[inline]
            pub const fn as_u32(self) -> u32 { self.0 }
        }

        impl $crate::util::entity::Entity for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                debug_assert!(index <= u32::MAX as usize, "entity index overflow");
                Self(index as u32)
            }
            #[inline]
            fn index(self) -> usize { self.0 as usize }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        $crate::debug_as_display!($name);
    )+ };
}

/// A growable arena indexed by an entity.
#[derive(PartialEq, Eq)]
pub struct EntityVec<K, V> {
    items: Vec<V>,
    key: PhantomData<fn(K) -> K>,
}

impl<K, V: Clone> Clone for EntityVec<K, V> {
    fn clone(&self) -> Self {
        Self { items: self.items.clone(), key: PhantomData }
    }

    /// Keeps its allocation.
    fn clone_from(&mut self, other: &Self) {
        self.items.clone_from(&other.items);
    }
}

impl<K: Entity, V> EntityVec<K, V> {
    /// An empty arena; allocates nothing.
    pub const fn new() -> Self {
        Self { items: Vec::new(), key: PhantomData }
    }

    /// Appends a value and returns its key.
    #[inline]
    pub fn push(&mut self, value: V) -> K {
        let key = K::from_index(self.items.len());
        self.items.push(value);
        key
    }

    /// The key that the next [`push`](Self::push) will return.
    pub fn next_key(&self) -> K {
        K::from_index(self.items.len())
    }

    /// Number of entities.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Removes everything, keeping the allocation.
    pub fn clear(&mut self) {
        self.items.clear();
    }

    /// Makes room for `additional` more entries.
    pub fn reserve(&mut self, additional: usize) {
        self.items.reserve(additional);
    }

    /// Makes it hold `len` entries, filling with `value`.
    pub fn resize(&mut self, len: usize, value: V)
    where
        V: Clone,
    {
        self.items.resize(len, value);
    }

    /// The entry, or `None` for a key that is out of range.
    #[inline]
    pub fn get(&self, key: K) -> Option<&V> {
        self.items.get(key.index())
    }

    /// All keys, in order.
    pub fn keys(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + use<K, V> {
        (0..self.items.len()).map(K::from_index)
    }

    /// All values, in key order.
    pub fn values(&self) -> std::slice::Iter<'_, V> {
        self.items.iter()
    }

    /// All entries, in key order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator {
        self.items.iter().enumerate().map(|(index, value)| (K::from_index(index), value))
    }

    /// The values as a slice.
    pub fn as_slice(&self) -> &[V] {
        &self.items
    }
}

impl<K: Entity, V> Default for EntityVec<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Entity, V> Index<K> for EntityVec<K, V> {
    type Output = V;
    #[inline]
    fn index(&self, key: K) -> &V {
        &self.items[key.index()]
    }
}

impl<K: Entity, V> IndexMut<K> for EntityVec<K, V> {
    #[inline]
    fn index_mut(&mut self, key: K) -> &mut V {
        &mut self.items[key.index()]
    }
}

impl<K: Entity, V: fmt::Debug> fmt::Debug for EntityVec<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}
