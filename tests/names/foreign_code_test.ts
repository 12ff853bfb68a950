/** Frames of foreign code, recognized by their names; and similar frames of the program itself. */
import { assertEquals } from "@std/assert";
import { isForeign } from "../../src/names/foreign_code.ts";

const FOREIGN: readonly (readonly [func: string, file: string, module: string])[] = [
  ["malloc", "", ""],
  ["operator new(unsigned long)", "", ""],
  ["void std::vector<A, std::allocator<A> >::push_back(A&&)", "", ""],
  ["f", "/usr/include/c++/12/bits/stl_vector.h", ""],
  ["__libc_start_call_main", "", ""],
  ["f", "./malloc/malloc.c", ""],
  ["libx", "", "/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30"],
  ["_RNvNtCslNYArtu3iFV_5alloc5alloc7realloc", "", ""],
  ["<alloc::vec::Vec<T> as core::iter::Extend<T>>::extend", "", ""],
  ["f", "/rustc/90b35a6239c3d8bdabc530a6a0816f7ff89a0aaf/library/core/src/iter/mod.rs", ""],
  ["f", "/home/me/.cargo/registry/src/index.crates.io-6f17d22bba15001f/serde-1.0/src/de.rs", ""],
  ["runtime.mallocgc", "runtime/malloc.go", ""],
  ["strings.(*Builder).grow", "/usr/local/go/src/strings/builder.go", ""],
  ["github.com/x/y.Do", "/root/go/pkg/mod/github.com/x/y@v1.2.3/do.go", ""],
  ["loads", "/usr/lib/python3.11/json/__init__.py", ""],
  ["get", "/srv/venv/lib/python3.11/site-packages/requests/api.py", ""],
  ["_PyEval_EvalFrameDefault", "", "/usr/bin/python3.11"],
  ["readFileSync", "node:fs", ""],
  ["map", "/srv/app/node_modules/lodash/lodash.js", ""],
  ["g_hash_table_insert", "", ""],
  ["f", "", "libQt5Core.so.5.15.8"],
  ["swift_allocObject", "", ""],
  ["ada__strings__unbounded__append__2", "", ""],
  ["_D3std5stdio4File__T8writeflnTaTiTAAyaZQtMFNfIAaiQpZv", "d.d", "/opt/demo/d"],
  ["_D2rt5minfo11ModuleGroup9sortCtorsMFZv", "", "/opt/demo/d"],
];

const MINE: readonly (readonly [func: string, file: string, module: string])[] = [
  ["main", "main.c", "/opt/demo/app"],
  ["geo::Pool::make(int&)", "/opt/demo/shapes.cpp", "/opt/demo/shapes"],
  ["<app::Point as core::fmt::Display>::fmt", "src/main.rs", ""],
  ["rusty::words", "", ""],
  ["core::Engine::start()", "/home/me/game/engine.cpp", ""],
  ["main.(*Server).handle", "example.com/shop/main.go", ""],
  ["parse", "cache.py", ""],
  ["__init__", "/srv/app/cart.py", ""],
  ["standard::find(int)", "", ""],
  ["_D5store4Cart3addMFS5store4ItemZv", "store.d", ""],
  ["core.(*Engine).Start", "example.com/game/core/engine.go", ""],
  ["cartridge", "/srv/app/index.js", ""],
  ["app+0x1234", "", "/opt/demo/app"],
];

Deno.test("frames of allocators, run-time systems, libraries and packages are foreign", () => {
  for (const [func, file, module] of FOREIGN) {
    assertEquals(isForeign({ func, file, module }), true, `${func} ${file}`);
  }
});

Deno.test("frames of the program count as its own, whatever their names look like", () => {
  for (const [func, file, module] of MINE) {
    assertEquals(isForeign({ func, file, module }), false, `${func} ${file}`);
  }
});
