//! Mixes of objects.
