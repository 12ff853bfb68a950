/** Lines by code compared with lists, while the table grows. */
import { assertEquals } from "@std/assert";
import { EntryLineCache } from "../../../src/compat/gnatcov/entry_line_cache.ts";
import { Arena } from "../../../src/memory/arena.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";

Deno.test("EntryLineCache writes the lines of known and new codes, and frees its memory", () => {
  const arena = new Arena();
  const random = new Random(1);
  const lineOf = (code: number): string =>
    `${code} `.repeat(1 + code % 10).slice(0, 62) + (code % 3 ? "\n" : "");
  const made = new Map<number, number>();
  const table = new EntryLineCache(arena, 500, (code) => {
    made.set(code, (made.get(code) ?? 0) + 1);
    return lineOf(code);
  });
  const place = arena.alloc(4 * 500);
  let size = 0;
  for (let round = 0; round < seeds(40); round++) {
    size += random.below(300);
    const codes = Array.from({ length: size === 0 ? 0 : random.below(500) }, () => random.below(size));
    arena.u32.set(codes, place >>> 2);
    const bytes = table.spell(place, codes.length, size);
    assertEquals(new TextDecoder().decode(bytes.slice()), codes.map(lineOf).join(""), `round ${round}`);
  }
  assertEquals([made.size, new Set(made.values())], [size, new Set([1])]);
  table.close();
  arena.free(place);
  assertEquals(arena.used, 0);
});
