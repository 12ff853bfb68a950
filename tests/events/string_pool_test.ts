/** Texts of several owners compared with a map of the texts that each owner holds. */
import { assert, assertEquals, assertThrows } from "@std/assert";
import { StringPool } from "../../src/events/string_pool.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const ENCODER = new TextEncoder();

/** Texts from a small set, so that owners share many; some are long, some are not UTF-8. */
function someText(random: Random): string {
  const name = `name_${random.below(400)}`;
  return random.oneIn(50) ? name.repeat(1 + random.below(500)) : name;
}

Deno.test("StringPool gives equal texts one code, and keeps each as long as an owner holds it", () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = new Random(seed);
    const session = new StringPool();
    let owners: { pool: StringPool; held: Map<string, number> }[] = [];
    const open = (): void => void owners.push({ pool: session.forOwner(), held: new Map() });
    open();
    for (let step = 0; step < 3000; step++) {
      if (random.oneIn(60)) open();
      if (owners.length > 1 && random.oneIn(70)) {
        const [gone] = owners.splice(random.below(owners.length), 1);
        gone!.pool.close();
        const left = new Set(owners.flatMap(({ held }) => [...held.keys()]));
        assertEquals(session.inUse, left.size, `seed ${seed}, step ${step}`);
        for (const text of gone!.held.keys()) assertEquals(session.find(text) !== 0, left.has(text));
      }
      const { pool, held } = random.pick(owners);
      const text = someText(random);
      const known = owners.map((owner) => owner.held.get(text)).find((code) => code !== undefined);
      const code = pool.internText(text);
      if (known !== undefined) assertEquals(code, known, `seed ${seed}, step ${step}: ${text}`);
      held.set(text, code);
    }
    for (const { pool, held } of owners) {
      for (const [text, code] of held) assertEquals([pool.text(code), pool.find(text)], [text, code]);
      assertEquals(new Set(held.values()).size, held.size);
    }
    for (const { pool } of owners) pool.close();
    owners = [];
    assertEquals(session.inUse, 0);
  }
});

Deno.test("StringPool refuses codes without an owner, as in null rows", () => {
  const pool = new StringPool();
  const code = pool.internText("main");
  assertEquals([pool.text(0), pool.text(code)], ["", "main"]);
  for (const wrong of [code + 1, 0xa5a5_a5a5, -1]) {
    assertThrows(() => pool.text(wrong), RangeError, "no owner holds it");
  }
  pool.close();
  assertThrows(() => pool.text(code), RangeError);
});

Deno.test("StringPool takes memory only for texts in use, however many owners there were", () => {
  const session = new StringPool();
  session.internText("stays");
  const round = (number: number): void => {
    const pool = session.forOwner();
    for (let at = 0; at < 1000; at++) pool.internText(`text ${number}:${at}`.padEnd(100));
    pool.close();
  };
  round(0);
  const { size } = session;
  for (let number = 1; number < 60; number++) round(number);
  assertEquals([session.size, session.inUse], [size, 1]);
  // A round has 100 kB of text; apart from tables, the pool has at most twice that.
  assert(session.byteLength < 300_000, `${session.byteLength} bytes`);
  assert(session.find("stays") !== 0);
});

Deno.test("StringPool reads invalid UTF-8 as Latin-1, and keeps its bytes", () => {
  const pool = new StringPool();
  const bytes = Uint8Array.of(0x66, 0xfc, 0x72);
  const code = pool.intern(bytes);
  assertEquals([pool.text(code), [...pool.bytes(code)]], ["für", [...bytes]]);
});

Deno.test("texts decode correctly in any order, also after others were removed", () => {
  for (let seed = 1; seed <= seeds(40); seed++) {
    const random = new Random(seed);
    const pool = new StringPool(), other = pool.forOwner();
    const mostly = random.oneIn(2);
    const bytesOf = (at: number): Uint8Array => {
      const text = `${at}${"x".repeat(random.below(20))}`;
      if (random.oneIn(mostly ? 200 : 6)) return Uint8Array.from([...ENCODER.encode(text), 0xe9, 0x28]);
      return ENCODER.encode(random.oneIn(mostly ? 200 : 6) ? `${text}é😀` : text);
    };
    const texts = Array.from({ length: 300 }, (_, at) => {
      const bytes = bytesOf(at);
      const owner = random.oneIn(3) ? other : pool;
      return { owner, bytes, code: owner.intern(bytes) };
    });
    const check = (some: typeof texts): void => {
      for (const { bytes, code } of some.toSorted(() => random.below(3) - 1)) {
        const isLatin = bytes.at(-2) === 0xe9;
        const expected = new TextDecoder(isLatin ? "latin1" : "utf-8").decode(bytes);
        assertEquals(pool.text(code), expected, `seed ${seed}`);
      }
    };
    check(texts.slice(0, 100));
    other.close();
    const left = texts.filter(({ owner }) => owner === pool);
    const again = Array.from({ length: 100 }, (_, at) => {
      const bytes = bytesOf(1000 + at);
      return { owner: pool, bytes, code: pool.intern(bytes) };
    });
    check([...left, ...again]);
  }
});

Deno.test("StringPool keeps texts and codes of other owners while one releases tens of thousands", () => {
  const session = new StringPool();
  const random = new Random(Date.now());
  const kept = session.forOwner(), codes = new Map<string, number>();
  for (let round = 0; round < 6; round++) {
    const gone = session.forOwner();
    const others = new Set<string>();
    for (let at = 0; at < 20_000; at++) {
      const text = `${random.oneIn(9) ? "größer" : "text"} ${random.below(60_000)}`;
      if (random.oneIn(40)) {
        const code = kept.internText(text);
        assertEquals(codes.get(text) ?? code, code, text);
        codes.set(text, code);
      } else {
        gone.internText(text);
        others.add(text);
      }
    }
    gone.close();
    assertEquals(session.inUse, codes.size);
    for (const [text, code] of codes) assertEquals([kept.text(code), session.find(text)], [text, code]);
    for (const text of others) assertEquals(session.find(text), codes.get(text) ?? 0, text);
    // Codes are reused: there are hardly more than are in use at once.
    assert(session.size < 40_000, `${session.size}`);
  }
  kept.close();
  assertEquals(session.inUse, 0);
});
