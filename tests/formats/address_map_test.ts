/** The map from addresses to numbers, compared with a plain one. */
import { assert, assertEquals } from "@std/assert";
import { AddressMap } from "../../src/formats/address_map.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const GONE = 0;

Deno.test("AddressMap equals a plain map, also for removed and re-added keys", () => {
  for (let seed = 0; seed < seeds(200); seed++) {
    const random = new Random(seed);
    const drops = random.oneIn(2);
    const map = drops ? new AddressMap(GONE) : new AddressMap();
    const plain = new Map<string, number>();
    const most = random.pick([10, 1000, 100_000]);
    for (let step = 0; step < 5000; step++) {
      const [device, low, high] = [random.below(3), 512 * random.below(most), random.below(2)];
      const key = `${device} ${low} ${high}`;
      const found = map.get(device, low, high);
      const wanted = plain.get(key) ?? -1;
      // With dropping, callers must not see whether a removed key was already dropped.
      assert(found === wanted || (drops && found <= GONE && wanted <= GONE), `${seed}: ${key}`);
      const value = random.oneIn(2) ? GONE : random.below(1 << 30);
      map.set(device, low, high, value);
      plain.set(key, value);
    }
    for (const [key, value] of plain) {
      const [device, low, high] = key.split(" ").map(Number);
      const found = map.get(device!, low!, high!);
      assert(found === value || (drops && found <= GONE && value === GONE), `${seed}: ${key} at the end`);
    }
  }
});

Deno.test("AddressMap needs memory only for current entries, if removed ones may be dropped", () => {
  const map = new AddressMap(GONE);
  const few = map.bytes;
  for (let addr = 0; addr < 100_000; addr++) {
    map.set(0, addr, 0, addr + 1);
    if (addr >= 100) map.set(0, addr - 100, 0, GONE);
  }
  assertEquals(map.bytes, few);
  // Removed ones were dropped in place many times.
  for (let addr = 99_900; addr < 100_000; addr++) assertEquals(map.get(0, addr, 0), addr + 1);
  for (let addr = 0; addr < 99_900; addr++) assert(map.get(0, addr, 0) <= GONE);
});
