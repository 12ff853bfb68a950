import { assert, assertEquals } from "@std/assert";
import { LayeredMap } from "../../../src/query/analysis/layered_map.ts";
import { seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";

interface Value {
  readonly of: number;
}

Deno.test("LayeredMap always equals a copied map", () => {
  for (let seed = 0; seed < seeds(100); seed++) {
    const random = new Random(seed);
    let expected = new Map<string, Value>([["base", { of: -1 }]]);
    let map = new LayeredMap<string, Value>(expected);
    const earlier: [LayeredMap<string, Value>, Map<string, Value>][] = [];
    for (let step = 0; step < 60; step++) {
      if (random.oneIn(3)) {
        earlier.push([map, expected]);
        map = new LayeredMap(map);
        expected = new Map(expected);
      }
      const key = `k${random.below(20)}`;
      const value = { of: step };
      map.set(key, value);
      expected.set(key, value);
    }
    for (const [some, wanted] of [...earlier, [map, expected] as const]) {
      assertEquals(some.size, wanted.size, `seed ${seed}`);
      assertEquals(new Map(some), wanted, `seed ${seed}`);
      assertEquals([...some.keys()].sort(), [...wanted.keys()].sort());
      assertEquals(new Set(some.values()), new Set(wanted.values()));
      for (let at = 0; at < 21; at++) assertEquals(some.get(`k${at}`), wanted.get(`k${at}`));
      assert(some.has("base") && !some.has("none"));
    }
  }
});
