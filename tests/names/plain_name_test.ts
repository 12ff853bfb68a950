/** Names that bytes call plain are shown as they are. */
import { assert, assertEquals } from "@std/assert";
import { isPlainName } from "../../src/names/plain_name.ts";
import { shortName } from "../../src/names/short_name.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const PIECES = [
  ..."a,a,main,step_1,b_c,z,A,9,_,__,ada__,system__,TKB,___elabb,_Z,_R,$s,<lambda>,::,.part.0,(int),@GLIBC,gnat__,__2"
    .split(
      ",",
    ),
];

function isPlain(name: string): boolean {
  const bytes = new TextEncoder().encode(name);
  return isPlainName({ bytes, start: 0, end: bytes.length });
}

Deno.test("a plain name has no shorter one", () => {
  let plain = 0;
  for (let seed = 0; seed < seeds(20000); seed++) {
    const random = new Random(seed);
    const name = Array.from({ length: 1 + random.below(5) }, () => random.pick(PIECES)).join("");
    if (!isPlain(name)) continue;
    plain++;
    assertEquals(shortName(name), name);
  }
  assert(plain > 20);
  assertEquals(["main", "step_1", "_start", "a__b", "std::x"].map(isPlain), [
    true,
    true,
    false,
    false,
    false,
  ]);
});
