/** The window compared with the stream that it slides over: with its own buffer, and with lent pieces. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { type BorrowedPiece, type ByteSource, sourceOf } from "../../src/bytes/byte_source.ts";
import { FILE_LIMITS } from "../../src/base/limits/file_limits.ts";
import { ByteWindow, WINDOW_BYTES } from "../../src/bytes/byte_window.ts";
import { type Arena, ReadingFullError } from "../../src/memory/arena.ts";
import { withDataSettings } from "../../src/memory/data_settings.ts";
import { newPools } from "../support/pools.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const HEAD_ROOM = 8;
const PIECE_BYTES = 24;

/**
 * A source that lends pieces of the arena as the decoder thread does; sometimes it has none, and must be read normally.
 */
class Lending implements ByteSource {
  readonly lender: ByteSource["lender"] & object;
  readonly #source: ByteSource;
  #out: { place: number; length: number }[] = [];
  /** Maximum number of pieces lent at one time. */
  most = 0;
  closed = 0;

  constructor(bytes: Uint8Array, arena: Arena, random: Random) {
    this.#source = sourceOf(bytes);
    this.lender = {
      headRoom: HEAD_ROOM,
      borrow: (): Promise<BorrowedPiece | null | undefined> => {
        if (random.oneIn(6)) return Promise.resolve(undefined);
        const place = arena.alloc(HEAD_ROOM + PIECE_BYTES + 8);
        const room = arena.u8.subarray(place, place + HEAD_ROOM + PIECE_BYTES + 8).fill(0xee);
        const length = this.#source.read(room.subarray(HEAD_ROOM, HEAD_ROOM + 1 + random.below(PIECE_BYTES)));
        if (length === 0) {
          arena.free(place);
          return Promise.resolve(null);
        }
        this.#out.push({ place, length: length as number });
        this.most = Math.max(this.most, this.#out.length);
        return Promise.resolve({ pointer: place + HEAD_ROOM, length: length as number });
      },
      giveBack: (): void => {
        const { place, length } = this.#out.shift()!;
        const room = arena.u8.subarray(place, place + HEAD_ROOM + PIECE_BYTES + 8);
        assert(room.subarray(HEAD_ROOM + length).every((byte) => byte === 0xee), "written behind a piece");
        room.fill(0xdd);
        arena.free(place);
      },
    };
    this.#free = () => this.#out.splice(0).forEach(({ place }) => arena.free(place));
  }

  readonly #free: () => void;

  read(into: Uint8Array): number | Promise<number> {
    return this.#source.read(into.subarray(0, 5));
  }

  close(): void {
    this.closed++;
    this.#free();
  }
}

for (const lends of [false, true]) {
  const kind = lends ? "lent pieces and its own bytes" : "its own bytes";
  Deno.test(`ByteWindow shows the bytes of the stream, from ${kind}`, async () => {
    for (let seed = 1; seed <= seeds(120); seed++) {
      const random = new Random(seed);
      const { arena } = newPools();
      const used = arena.used;
      const stream = Uint8Array.from({ length: random.below(300) }, () => random.below(256));
      const base = random.oneIn(2) ? 0 : random.below(1000);
      const lending = lends ? new Lending(stream, arena, random) : undefined;
      const source = lending ?? sourceOf(stream, 1 + random.below(20));
      const window = new ByteWindow(source, arena, 16, base);
      const progress: number[] = [];
      window.onProgress = (offset) => void progress.push(offset);
      let place = 0;
      const check = (what: string): void => {
        const label = `seed ${seed}: ${what} at ${place}`;
        assertEquals([window.offset, window.offset - window.base, window.end - window.left], [
          base + place,
          window.at,
          window.at,
        ], label);
        const wanted = stream.subarray(place, place + window.left);
        assertEquals(window.bytes.slice(window.at, window.end), wanted.slice(), label);
        // A kernel sees the same bytes.
        const from = window.pointer + window.at;
        assertEquals(arena.u8.slice(from, from + window.left), wanted.slice(), label);
      };
      for (let step = 0; step < 60; step++) {
        const left = stream.length - place;
        const count = random.below(random.oneIn(8) ? 90 : 12);
        const action = random.pick(["need", "more", "skip", "take", "take"]);
        if (action === "need") {
          assertEquals(await window.need(count), count <= left, `seed ${seed}`);
          assert(window.left >= Math.min(count, left), `seed ${seed}`);
          check(`need ${count}`);
        } else if (action === "more") {
          const before = window.left;
          const ended = window.ended;
          const more = await window.more();
          assertEquals(more, window.left > before, `seed ${seed}`);
          if (ended) assert(!more);
          if (!more) assert(window.ended && window.left === left);
          // Short reads are gathered; a window of 16 bytes takes 8 more, or what fits.
          if (!lends && more && !window.ended) {
            assert(window.left >= Math.min(16, before + 8), `seed ${seed}`);
          }
          check("more");
        } else if (action === "skip") {
          const reached = await window.skip(count);
          assertEquals(reached, count <= left, `seed ${seed}: skip ${count} of ${left}`);
          place += Math.min(count, left);
          check(`skip ${count}`);
        } else {
          const step = Math.min(count, window.left);
          window.at += step;
          place += step;
          check(`took ${step}`);
        }
      }
      assertEquals(progress, progress.toSorted((one, other) => one - other));
      for (const offset of progress) assert(offset >= base && offset <= base + stream.length, `seed ${seed}`);
      if (window.ended) assertEquals(progress.at(-1), base + stream.length, `seed ${seed}`);
      assertEquals(window.size, lends ? undefined : stream.length);
      window.close();
      if (lending) {
        assert(lending.most <= 2);
        assertEquals(lending.closed, 1);
      }
      window.close();
      assertEquals(arena.used, used, `seed ${seed}`);
    }
  });
}

Deno.test("sourceOf() yields all bytes in pieces, and again from a given offset", () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => at);
  for (const piece of [1, 7, 100, Infinity]) {
    const source = sourceOf(bytes, piece);
    const into = new Uint8Array(30);
    const rest = (): number[] => {
      const found: number[] = [];
      for (let count = source.read(into) as number; count > 0; count = source.read(into) as number) {
        assert(count <= piece);
        found.push(...into.subarray(0, count));
      }
      return found;
    };
    assertEquals([rest(), source.size], [[...bytes], 100]);
    for (const offset of [0, 1, 99, 100, 101]) {
      assertEquals(source.seek!(offset), true);
      assertEquals(rest(), [...bytes.subarray(offset)]);
    }
  }
});

Deno.test("a window that hands over its buffer continues at its stream offset with the unread bytes", async () => {
  const { arena } = newPools();
  const bytes = Uint8Array.from({ length: 1000 }, (_, at) => at);
  const window = new ByteWindow(sourceOf(bytes, 400), arena);
  await window.more();
  window.at += 150;
  const { left } = window;
  const free = window.leaveBuffer();
  assertEquals([window.offset, window.left, window.bytes[window.at]], [150, left, 150]);
  await window.more();
  assertEquals([window.offset, window.bytes[window.at]], [150, 150]);
  free();
  window.close();
});

Deno.test("more() is false where the stream ends with what was read before", async () => {
  const { arena } = newPools();
  const window = new ByteWindow(sourceOf(new Uint8Array(8)), arena, 16);
  assertEquals([await window.more(), window.ended, window.left], [true, false, 8]);
  assertEquals([await window.more(), window.ended, window.left], [false, true, 8]);
  window.close();
});

Deno.test("a record that does not fit in memory ends the stream if its reader allows that, and throws otherwise", async () => {
  const bytes = new Uint8Array(FILE_LIMITS.recordWithoutBudget.most * 4);
  for (const endsWhereFull of [true, false]) {
    // Slightly more than the window size that is allowed without checking the budget.
    const budget = FILE_LIMITS.recordWithoutBudget.most + WINDOW_BYTES / 2;
    const { arena } = withDataSettings({ budget }, () => newPools());
    const window = new ByteWindow(sourceOf(bytes), arena);
    window.endsWhereFull = endsWhereFull;
    if (endsWhereFull) {
      assertEquals(await window.need(bytes.length), false);
      assert(window.ended);
      assertEquals(window.left, FILE_LIMITS.recordWithoutBudget.most);
      assertEquals(window.overflow, 2 * FILE_LIMITS.recordWithoutBudget.most);
    } else await assertRejects(() => window.need(bytes.length), ReadingFullError);
    window.close();
  }
});
