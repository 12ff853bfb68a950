/** The first frame of a backtrace that belongs to the program itself. */
import { assertEquals } from "@std/assert";
import { StackPlaces } from "../../src/engine/stack_places.ts";
import { EMPTY_FRAME } from "../../src/events/stack_store.ts";
import { newPools } from "../support/pools.ts";

/** Frames: function, file, line, module. */
type Named = readonly [func: string, file: string, line: number, module?: string];

const MALLOC: Named = ["malloc", "", 0, "/usr/lib64/libc.so.6"];
const OWN: Named = ["parse", "/home/me/app/src/parse.c", 7, "/home/me/app/bin/app"];
const DEEP: Named = ["walk", "lib\\tree\\walk.c", 9, "app"];
const NAMELESS: Named = ["", "", 0, "/home/me/app/bin/app"];

/** What is found for a backtrace, from the innermost frame on. */
function placeOf(mine: string | null, ...frames: readonly Named[]): string {
  const pools = newPools();
  const text = (each: string): number => each === "" ? 0 : pools.strings.internText(each);
  const ids = frames.map(([func, file, line, module = ""]) =>
    pools.stacks.frame({ ...EMPTY_FRAME, func: text(func), file: text(file), line, module: text(module) })
  );
  const places = new StackPlaces(pools, mine);
  const stack = pools.stacks.stack(Uint32Array.from(ids), 0, ids.length);
  const found = places.of(stack);
  assertEquals(places.of(stack), found);
  return found === null ? "none" : `${found.func} ${found.file}:${found.line}`;
}

Deno.test("without a glob the place is the first frame that belongs neither to an allocator nor to a library", () => {
  assertEquals(placeOf(null, MALLOC, OWN, DEEP), "parse /home/me/app/src/parse.c:7");
  assertEquals(placeOf(null, MALLOC, DEEP, OWN), "walk lib\\tree\\walk.c:9");
  assertEquals(placeOf(null, MALLOC), "none");
  assertEquals(placeOf(null, MALLOC, NAMELESS, DEEP), "walk lib\\tree\\walk.c:9");
});

Deno.test("the place of a function that is built into JavaScript is the script that calls it", () => {
  const script: Named = ["fill", "/app/shop.mjs", 3], builtIn: Named = ["map", "", 0];
  assertEquals(placeOf(null, builtIn, ["push", "", 0], script), "fill /app/shop.mjs:3");
  assertEquals(placeOf(null, builtIn, ["load", "node:internal/modules", 9], script), "fill /app/shop.mjs:3");
  // Functions without a file in other languages, and in a library, are places.
  assertEquals(placeOf(null, ["make", "", 0], OWN), "make :0");
  assertEquals(placeOf(null, ["hash", "", 0, "addon.node"], script), "hash :0");
  assertEquals(placeOf(null, builtIn), "map :0");
  assertEquals(placeOf(null, ["(external)", "", 0]), "none");
});

Deno.test("a glob matches a path, the part of a path after some folder, or a module", () => {
  const own = "parse /home/me/app/src/parse.c:7", deep = "walk lib\\tree\\walk.c:9";
  const globs: Readonly<Record<string, string>> = {
    ...{
      "src/**": own,
      "src/*": own,
      "parse.c": own,
      "*.c": own,
      "/home/me/**": own,
      "**/parse.c": own,
      "**": "malloc :0",
    },
    ...{
      "me/app/src/*": own,
      "app/*": "none",
      "arse.c": "none",
      "sr/**": "none",
      "/src/**": "none",
      "bin/app": own,
      "app": own,
    },
    ...{ "lib/**": deep, "tree/walk.c": deep, "walk.c": deep, "nothing": "none", "": "none" },
  };
  for (const [glob, place] of Object.entries(globs)) {
    assertEquals(placeOf(glob, MALLOC, OWN, DEEP), place, glob);
  }
  assertEquals(placeOf("walk.c", MALLOC, OWN, DEEP), deep);
  assertEquals(placeOf("app", MALLOC, NAMELESS), "none");
  assertEquals(placeOf("*.c", MALLOC, ["0x7f12", "", 0, "x.c"], DEEP), deep);
});
