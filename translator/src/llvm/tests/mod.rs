//! What the front door makes of small modules.
