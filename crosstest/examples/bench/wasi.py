"""Runs a wasm program by the package `wasmtime` and says on standard error how much processor time compiling and running took, in seconds."""
import sys
import time

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig

engine = Engine()
began = time.process_time()
module = Module.from_file(engine, sys.argv[1])
compiled = time.process_time()
linker = Linker(engine)
linker.define_wasi()
wasi = WasiConfig()
wasi.argv = sys.argv[1:]
wasi.inherit_stdout()
store = Store(engine)
store.set_wasi(wasi)
status = 0
try:
    linker.instantiate(store, module).exports(store)["_start"](store)
except ExitTrap as end:
    status = end.code
print(f"compiled {compiled - began:.6f} ran {time.process_time() - compiled:.6f}", file=sys.stderr)
sys.exit(status)
