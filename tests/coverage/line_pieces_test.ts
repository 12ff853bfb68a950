/** Coverage of pieces of a line table, compared with a count of every single byte. */
import { assertEquals } from "@std/assert";
import type { AddressRange, LocatedEntry } from "../../src/coverage/ranges/entries.ts";
import {
  branchesByPiece,
  countEntries,
  coverPieces,
  createPieces,
  placeEntries,
} from "../../src/coverage/ranges/line_pieces.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

const BYTES = 24;

interface Case {
  readonly starts: readonly bigint[];
  readonly ranges: readonly AddressRange[];
  readonly entries: readonly LocatedEntry[];
}

/** Pieces, disjoint and non-adjacent ranges, and entries in the order of addresses, all within a few bytes. */
function someCase(random: Random): Case {
  const starts = Array.from({ length: BYTES }, (_, at) => BigInt(at)).filter(() => random.oneIn(3));
  const ranges: AddressRange[] = [];
  for (let at = random.below(4); at < BYTES + 4;) {
    const last = at + random.below(7);
    ranges.push({ first: BigInt(at), last: BigInt(last) });
    at = last + 2 + random.below(5);
  }
  const entries = Array.from({ length: random.below(9) }, (_, number): LocatedEntry => ({
    addr: BigInt(random.below(BYTES + 2)),
    size: BigInt(random.below(6)),
    count: BigInt(1 + random.below(5)),
    taken: random.oneIn(2) ? 1n : 0n,
    fallthrough: random.oneIn(2) ? 1n : 0n,
    first: BigInt(number),
    last: BigInt(20 + random.below(20)),
  } as unknown as LocatedEntry));
  return { starts, ranges, entries: entries.sort((a, b) => Number(a.addr - b.addr)) };
}

const bytesOf = (from: bigint, to: bigint): bigint[] =>
  Array.from({ length: Number(to - from) }, (_, at) => from + BigInt(at));
const isOver = ({ addr, size }: LocatedEntry, byte: bigint): boolean => addr <= byte && byte < addr + size;
const least = (values: readonly bigint[]): bigint | null =>
  values.reduce<bigint | null>((best, value) => best === null || value < best ? value : best, null);
const most = (values: readonly bigint[]): bigint | null =>
  values.reduce<bigint | null>((best, value) => best === null || value > best ? value : best, null);

Deno.test("pieces of lines have the bytes, counts and entries of a byte-by-byte count", () => {
  for (let seed = 1; seed <= seeds(600); seed++) {
    const { starts, ranges, entries } = someCase(new Random(seed));
    const pieces = createPieces(starts);
    coverPieces(pieces, ranges);
    countEntries(pieces, entries);
    placeEntries(pieces, entries);
    const spans = starts.slice(0, -1).map((from, at) => bytesOf(from, starts[at + 1]!));
    const ran = (byte: bigint): boolean => ranges.some(({ first, last }) => first <= byte && byte <= last);
    const over = spans.map((bytes) => entries.filter((entry) => bytes.some((byte) => isOver(entry, byte))));
    const what = `seed ${seed}`;
    assertEquals(pieces.covered, spans.map((bytes) => BigInt(bytes.filter(ran).length)), what);
    assertEquals(
      pieces.count,
      spans.map((bytes) =>
        bytes.reduce((best, byte) => {
          const here = entries.filter((entry) => isOver(entry, byte)).reduce(
            (sum, { count }) => sum + count,
            0n,
          );
          return here > best ? here : best;
        }, 0n)
      ),
      what,
    );
    assertEquals(pieces.first, over.map((each) => least(each.map(({ first }) => first))), what);
    assertEquals(pieces.last, over.map((each) => most(each.map(({ last }) => last))), what);
  }
});

Deno.test("a branch belongs to the piece of its last byte, and goes both ways if the entries there do", () => {
  for (let seed = 1; seed <= seeds(600); seed++) {
    const { starts, entries } = someCase(new Random(seed));
    const wanted = new Map<number, { seen: number; both: number }>();
    starts.slice(0, -1).forEach((from, piece) => {
      for (const byte of bytesOf(from, starts[piece + 1]!)) {
        const here = entries.filter(({ addr, size }) => size > 0n && addr + size - 1n === byte);
        const taken = here.some((entry) => entry.taken),
          fallthrough = here.some((entry) => entry.fallthrough);
        if (!taken && !fallthrough) continue;
        const branches = wanted.get(piece) ?? { seen: 0, both: 0 };
        wanted.set(piece, { seen: branches.seen + 1, both: branches.both + (taken && fallthrough ? 1 : 0) });
      }
    });
    const found = branchesByPiece(createPieces(starts), entries);
    assertEquals([...found].sort(([a], [b]) => a - b), [...wanted].sort(([a], [b]) => a - b), `seed ${seed}`);
  }
});
