import { assertEquals } from "@std/assert";
import { AddressResolver } from "../../src/elf/address_resolver.ts";
import { accessOf } from "../../src/elf/byte_access.ts";
import { TYPE_DYN } from "../../src/elf/header.ts";
import { makeElf } from "./make_elf.ts";

const shape = { bits: 64, littleEndian: true, machine: 62, type: TYPE_DYN } as const;
const segments = [{ flags: 5, offset: 0, addr: 0, size: 0x2000 }];
const id = (last: number): Uint8Array =>
  new Uint8Array([4, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4e, 0x55, 0, 0xab, last, 0, 0]);
const note = (last: number) => [{ name: ".note.gnu.build-id", type: 7, bytes: id(last) }];
const exported = { name: "exported", address: 0x1000, size: 0x100 };
const hidden = { name: "hidden", address: 0x1080, size: 0x20 };
const mapping = { from: 0x7f0000000000n, to: 0x7f0000002000n };

function resolverOf(files: Record<string, Uint8Array>): AddressResolver {
  return new AddressResolver({
    open: (path) => files[path] && accessOf(files[path]),
    sysroot: "/target",
    debugDirs: ["/debug"],
  });
}

Deno.test("AddressResolver.callAt() names the function of the call, not of the return address", () => {
  const resolver = resolverOf({
    "/target/lib/a.so": makeElf({
      ...shape,
      segments,
      symbols: [exported, { name: "next", address: 0x1100, size: 8 }],
    }),
    "/target/lib/text": new TextEncoder().encode("no program"),
  });
  assertEquals(resolver.callAt({ path: "/lib/a.so" }, mapping, 0x7f0000001100n)?.func, "exported");
  assertEquals(resolver.callAt({ path: "/lib/a.so" }, mapping, 0x7f0000001101n)?.func, "next");
  assertEquals(resolver.callAt({ path: "/lib/a.so" }, mapping, 0x7f0000001200n)?.func, undefined);
  assertEquals(resolver.callAt({ path: "/lib/other.so" }, mapping, 0x7f0000001100n)?.func, undefined);
  assertEquals(resolver.callAt({ path: "/lib/text" }, mapping, 0x7f0000001100n)?.func, undefined);
  assertEquals(resolver.callAt({ path: "[vdso]" }, mapping, 0x7f0000001100n)?.func, undefined);
});

Deno.test("AddressResolver.callAt() uses the debug file of the same build only", () => {
  const program = makeElf({ ...shape, segments, symbols: [exported], sections: note(1) });
  const debug = (last: number): Uint8Array =>
    makeElf({ ...shape, symbols: [exported, hidden], sections: note(last) });
  const right = resolverOf({ "/target/lib/a.so": program, "/debug/.build-id/ab/01.debug": debug(1) });
  const wrong = resolverOf({ "/target/lib/a.so": program, "/debug/lib/a.so.debug": debug(2) });
  assertEquals(right.callAt({ path: "/lib/a.so" }, mapping, 0x7f0000001090n)?.func, "hidden");
  assertEquals(wrong.callAt({ path: "/lib/a.so" }, mapping, 0x7f0000001090n)?.func, "exported");
});

Deno.test("AddressResolver.callAt() finds the debug file that a program names, beside the program", () => {
  const link = new Uint8Array([...new TextEncoder().encode("a.debug\0"), 0, 0, 0, 0]);
  const named = [...note(1), { name: ".gnu_debuglink", type: 1, bytes: link }];
  const program = makeElf({ ...shape, segments, symbols: [exported], sections: named });
  const debug = (last: number): Uint8Array =>
    makeElf({ ...shape, symbols: [exported, hidden], sections: note(last) });
  for (
    const [place, build, func] of [
      ["/target/lib/a.debug", 1, "hidden"],
      ["/target/lib/.debug/a.debug", 1, "hidden"],
      ["/target/lib/a.debug", 2, "exported"],
    ] as const
  ) {
    const resolver = resolverOf({ "/target/lib/a.so": program, [place]: debug(build) });
    assertEquals(resolver.callAt({ path: "/lib/a.so" }, mapping, 0x7f0000001090n)?.func, func, place);
  }
});

Deno.test("AddressResolver.callAt() looks for relative paths in the given folder", () => {
  const program = makeElf({ ...shape, segments, symbols: [exported] });
  const files: Record<string, Uint8Array> = { "/here/a.so": program, "/here/out/a.so": program };
  const open = (path: string) => files[path] && accessOf(files[path]);
  const funcs = (folder: string | undefined) =>
    ["./a.so", "out/a.so", "a.so", "./other.so"].map((path) =>
      new AddressResolver({ open, folder }).callAt({ path }, mapping, 0x7f0000001100n)?.func
    );
  assertEquals(funcs("/here"), ["exported", "exported", undefined, undefined]);
  assertEquals(funcs(undefined), [undefined, undefined, undefined, undefined]);
});

Deno.test("AddressResolver.callAt() returns nothing if the file differs in length from what was loaded", () => {
  const resolver = resolverOf({ "/target/lib/a.so": makeElf({ ...shape, segments, symbols: [exported] }) });
  const at = 0x7f0000001100n;
  const whole = { from: 0x7f0000000000n, to: 0x7f0000002000n, isWhole: true };
  assertEquals(resolver.callAt({ path: "/lib/a.so" }, whole, at)?.func, "exported");
  assertEquals(resolver.otherBuilds, []);
  assertEquals(resolver.callAt({ path: "/lib/a.so" }, { ...whole, to: 0x7f0000002010n }, at), undefined);
  assertEquals(resolver.otherBuilds, ["/lib/a.so"]);
});
