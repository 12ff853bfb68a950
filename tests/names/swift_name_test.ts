/** Mangled names of Swift are demangled like by Swift's own demangler; malformed ones end at once. */
import { assert, assertEquals } from "@std/assert";
import { shortName } from "../../src/names/short_name.ts";
import { swiftName } from "../../src/names/swift/swift_name.ts";
import { Random } from "../support/random.ts";
import { SWIFT_SYMBOLS } from "./swift_symbols.ts";

Deno.test("Swift symbols get the same paths as from its demangler", () => {
  for (const [symbol, path] of SWIFT_SYMBOLS) assertEquals(swiftName(symbol), path, symbol);
});

Deno.test("names from Swift's demangler are shortened to the same path as their symbols", () => {
  for (const [, path, text] of SWIFT_SYMBOLS) assertEquals(shortName(text), path, text);
});

Deno.test("type names within parameters are skipped, and accessors and similar declarations have names", () => {
  for (
    const [symbol, path] of [
      ["$s4main1fyy7ElementQzSTRzlF", "main.f"], // f(A.Element)
      ["$s4main1fyy7ElementQy_STR_r0_lF", "main.f"], // f(B.Element)
      ["$s4main1fyy8IteratorST_7ElementStQZSTRzlF", "main.f"], // f(A.Iterator.Element)
      ["$sSC9MainErrorLeV4nameSSvg", "__C.MainError.name.getter"],
    ] as const
  ) {
    assertEquals(swiftName(symbol), path, symbol);
  }
});

Deno.test("Swift symbols that are cut, mixed or repetitive are read completely or not at all", () => {
  const random = new Random(17);
  const symbols = SWIFT_SYMBOLS.map(([symbol]) => symbol);
  for (let round = 0; round < 5000; round++) {
    const [one, other] = [random.pick(symbols), random.pick(symbols)];
    const broken = one.slice(0, random.below(one.length + 1)) + other.slice(random.below(other.length));
    const name = swiftName(broken);
    assert(name === undefined || name.length > 0, broken);
  }
  // Self-references, and numbers beyond any name.
  for (
    const broken of [
      "$s",
      "$sA",
      "$sSi999999A",
      "$s4mainAA999999AA",
      "$s3foo" + "AA".repeat(5000),
      "$s9999999a",
      "$s00",
    ]
  ) {
    assertEquals(swiftName(broken), undefined, broken);
  }
});
