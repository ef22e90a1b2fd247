; error: 3:1: module-level assembly is not in the PNaCl subset

module asm "nop"
