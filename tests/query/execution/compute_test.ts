/** Arithmetic and comparison kernels, compared with bigints and doubles. */
import { assertEquals } from "@std/assert";
import { seeds } from "../../support/effort.ts";
import type { Random } from "../../support/random.ts";
import { anyWord, signed, someFlags, withSeeds } from "./scratch.ts";

const SEEDS = seeds(200);
const NO_FAILURE = 0xffff_ffff;
const U64 = 2n ** 64n;
const I64 = 2n ** 63n;

/** A result: null if there is none, undefined if it does not fit. */
type Outcome = bigint | null | undefined;

/** The operations in the order of their numbers. */
const UNSIGNED: readonly ((x: bigint, y: bigint) => Outcome)[] = [
  (x, y) => x + y < U64 ? x + y : undefined,
  (x, y) => y <= x ? x - y : undefined,
  (x, y) => x * y < U64 ? x * y : undefined,
  (x, y) => y === 0n ? null : x / y,
  (x, y) => y === 0n ? null : x % y,
  (x, y) => x & y,
  (x, y) => x | y,
  (x, y) => x ^ y,
  (x, y) => x === 0n ? 0n : y < 64n && x << y < U64 ? x << y : undefined,
  (x, y) => y > 63n ? 0n : x >> y,
];

function fitting(value: bigint): Outcome {
  return value >= -I64 && value < I64 ? value : undefined;
}

const SIGNED: readonly ((x: bigint, y: bigint) => Outcome)[] = [
  (x, y) => fitting(x + y),
  (x, y) => fitting(x - y),
  (x, y) => fitting(x * y),
  (x, y) => y === 0n ? null : fitting(x / y),
  (x, y) => y === 0n ? null : x % y,
  (x, y) => x & y,
  (x, y) => x | y,
  (x, y) => x ^ y,
];

/** Results before the first that does not fit, and its position. */
function computed(
  operation: (x: bigint, y: bigint) => Outcome,
  left: readonly bigint[],
  right: readonly bigint[],
  isNull: (row: number) => boolean,
): { values: bigint[]; nulls: number[]; failed: number } {
  const values: bigint[] = [];
  const nulls: number[] = [];
  for (let row = 0; row < left.length; row++) {
    const outcome = isNull(row) ? null : operation(left[row]!, right[row]!);
    if (outcome === undefined) return { values, nulls, failed: row };
    values.push(BigInt.asUintN(64, outcome ?? 0n));
    nulls.push(outcome === null ? 1 : 0);
  }
  return { values, nulls, failed: NO_FAILURE };
}

for (const [kind, operations] of [["arithmetic", UNSIGNED], ["arithmeticSigned", SIGNED]] as const) {
  Deno.test(`${kind}() is exact, and stops at the first overflow`, () => {
    withSeeds(SEEDS, (random, scratch, label) => {
      for (const [op, operation] of operations.entries()) {
        const rows = 1 + random.below(20);
        const some = (): bigint[] =>
          Array.from(
            { length: rows },
            () => kind === "arithmetic" ? anyWord(random) : signed(anyWord(random)),
          );
        const [left, right] = [some(), some()];
        if (op >= 8) right.forEach((_, row) => right[row] = BigInt(random.below(70)));
        const [one, other] = [someFlags(random, rows), someFlags(random, rows)];
        const [values, nulls] = [scratch.take(rows * 8), scratch.take(rows)];
        const failed = scratch.kernels.compute[kind](
          op,
          scratch.words(left),
          scratch.flags(one),
          scratch.words(right),
          scratch.flags(other),
          rows,
          values,
          nulls,
        ) >>> 0;
        const expected = computed(operation, left, right, (row) => one[row]! || other[row]!);
        const count = expected.values.length;
        assertEquals(failed, expected.failed, `${label}, operation ${op}`);
        assertEquals(scratch.readWords(values, count), expected.values, `${label}, operation ${op}`);
        assertEquals(scratch.readBytes(nulls, count), expected.nulls, `${label}, operation ${op}`);
      }
    });
  });
}

/** A double: small, huge, tiny, or a whole number. */
function anyDouble(random: Random): number {
  const numbers = [0, -0, 0.5, -1.25, 1e300, -1e-300, 2 ** 53, Infinity, -Infinity];
  return random.oneIn(3) ? random.pick(numbers) : (random.u32() - 2 ** 31) / 2 ** random.below(40);
}

Deno.test("arithmeticDouble() agrees with the machine, and division by 0 gives null", () => {
  const operations: ((x: number, y: number) => number | null)[] = [
    (x, y) => x + y,
    (x, y) => x - y,
    (x, y) => x * y,
    (x, y) => y === 0 ? null : x / y,
    // A remainder is exact, and zero has no sign.
    (x, y) => y === 0 ? null : x % y + 0,
  ];
  withSeeds(SEEDS, (random, scratch, label) => {
    for (const [op, operation] of operations.entries()) {
      const rows = 1 + random.below(20);
      const [left, right] = [0, 1].map(() => Array.from({ length: rows }, () => anyDouble(random))) as [
        number[],
        number[],
      ];
      const nulls = someFlags(random, rows);
      const [values, none] = [scratch.take(rows * 8), scratch.take(rows)];
      scratch.kernels.compute.arithmeticDouble(
        op,
        scratch.doubles(left),
        scratch.flags(nulls),
        scratch.doubles(right),
        0,
        rows,
        values,
        none,
      );
      const expected = left.map((x, row) => nulls[row] ? null : operation(x, right[row]!));
      assertEquals(
        scratch.readDoubles(values, rows),
        expected.map((value) => value ?? 0),
        `${label}, operation ${op}`,
      );
      assertEquals(scratch.readBytes(none, rows), expected.map((value) => value === null ? 1 : 0), label);
    }
  });
});

Deno.test("the remainder of any two doubles is exact", () => {
  const bits = new BigUint64Array(1);
  const double = new Float64Array(bits.buffer);
  const anyBits = (random: Random): number => {
    bits[0] = (BigInt(random.u32()) << 32n) | BigInt(random.u32());
    return double[0]!;
  };
  withSeeds(SEEDS, (random, scratch, label) => {
    const near = (): number => random.below(1000) / 10 * 10 ** (random.below(40) - 10);
    const some = (): number[] => Array.from({ length: 20 }, () => random.oneIn(3) ? anyBits(random) : near());
    const [left, right] = [some(), some()];
    const [values, nulls] = [scratch.take(20 * 8), scratch.take(20)];
    scratch.kernels.compute.arithmeticDouble(
      4,
      ...[scratch.doubles(left), 0, scratch.doubles(right), 0, 20, values, nulls] as const,
    );
    const expected = left.map((x, at) => right[at] === 0 ? 0 : x % right[at]! + 0);
    assertEquals(scratch.readDoubles(values, 20), expected, label);
  });
});

Deno.test("compare() compares signed with unsigned numbers, and is never true for nulls", () => {
  const tests: ((x: bigint | number, y: bigint | number) => boolean)[] = [
    (x, y) => x === y,
    (x, y) => x !== y,
    (x, y) => x < y,
    (x, y) => x <= y,
    (x, y) => x > y,
    (x, y) => x >= y,
  ];
  withSeeds(SEEDS, (random, scratch, label) => {
    for (const kind of [0, 1, 2, 3, 4]) {
      const rows = 1 + random.below(40);
      const words = (isSigned: boolean): bigint[] =>
        Array.from({ length: rows }, () => isSigned ? signed(anyWord(random)) : anyWord(random));
      const doubles = (): number[] => Array.from({ length: rows }, () => anyDouble(random));
      const left = kind === 2 ? doubles() : words(kind === 1 || kind === 4);
      const right = kind === 2 ? doubles() : words(kind === 1 || kind === 3);
      // Random words are hardly ever equal; only values of both types can be.
      const held = (value: bigint): boolean => value >= 0n && value < I64;
      for (let row = 0; row < rows; row++) {
        if (random.oneIn(3) && (kind === 2 || held(right[row] as bigint))) left[row] = right[row]!;
      }
      const [one, other] = [someFlags(random, rows), someFlags(random, rows)];
      const place = (values: readonly (bigint | number)[]): number =>
        kind === 2 ? scratch.doubles(values as number[]) : scratch.words(values as bigint[]);
      for (const [op, test] of tests.entries()) {
        const out = scratch.take(rows * 8);
        scratch.kernels.compute.compare(
          op,
          kind,
          place(left),
          scratch.flags(one),
          place(right),
          scratch.flags(other),
          rows,
          out,
        );
        const expected = left.map((x, row) => !one[row] && !other[row] && test(x, right[row]!) ? 1n : 0n);
        assertEquals(scratch.readWords(out, rows), expected, `${label}, kind ${kind}, test ${op}`);
      }
    }
  });
});

Deno.test("convert() changes the type of a number, and stops at the first one that does not fit", () => {
  const bits = new DataView(new ArrayBuffer(8));
  const wordOf = (double: number): bigint => {
    bits.setFloat64(0, double);
    return bits.getBigUint64(0);
  };
  const doubleOf = (word: bigint): number => {
    bits.setBigUint64(0, word);
    return bits.getFloat64(0);
  };
  const within = (double: number, low: number, high: number): Outcome =>
    double >= low && double < high ? BigInt.asUintN(64, BigInt(Math.trunc(double))) : undefined;
  const conversions: ((word: bigint) => Outcome)[] = [
    (word) => word < I64 ? word : undefined,
    (word) => signed(word) >= 0n ? word : undefined,
    (word) => wordOf(Number(word)),
    (word) => wordOf(Number(signed(word))),
    (word) => within(doubleOf(word), 0, 2 ** 64),
    (word) => within(doubleOf(word), -(2 ** 63), 2 ** 63),
  ];
  withSeeds(SEEDS, (random, scratch, label) => {
    for (const [how, conversion] of conversions.entries()) {
      const rows = 1 + random.below(20);
      const words = Array.from(
        { length: rows },
        () => how < 4 ? anyWord(random) >> BigInt(random.below(2)) : wordOf(anyDouble(random)),
      );
      const nulls = someFlags(random, rows);
      const out = scratch.take(rows * 8);
      const failed =
        scratch.kernels.compute.convert(how, scratch.words(words), scratch.flags(nulls), rows, out) >>> 0;
      const expected = computed((word) => conversion(word), words, words, (row) => nulls[row]!);
      assertEquals(failed, expected.failed, `${label}, conversion ${how}`);
      assertEquals(
        scratch.readWords(out, expected.values.length),
        expected.values,
        `${label}, conversion ${how}`,
      );
    }
  });
});

Deno.test("invertTruth() negates, and mapValues() maps each value", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    const rows = 1 + random.below(40);
    const words = Array.from({ length: rows }, () => anyWord(random));
    const nulls = someFlags(random, rows);
    const { compute } = scratch.kernels;
    const out = scratch.take(rows * 8);
    compute.invertTruth(scratch.words(words), scratch.flags(nulls), rows, out);
    assertEquals(
      scratch.readWords(out, rows),
      words.map((word, row) => word !== 0n && !nulls[row] ? 0n : 1n),
      label,
    );
    const step = random.oneIn(5) ? 0n : anyWord(random);
    const maps: ((word: bigint) => bigint)[] = [
      (word) => word === 0n ? 0n : BigInt(word.toString(2).length - 1),
      (word) => U64 - 1n - word,
      (word) => step === 0n ? word : word - word % step,
    ];
    for (const [how, map] of maps.entries()) {
      compute.mapValues(how, step, scratch.words(words), rows, out);
      assertEquals(scratch.readWords(out, rows), words.map(map), `${label}, map ${how}`);
    }
  });
});

Deno.test("sortKeys() gives words in the order of the values, ascending or descending", () => {
  withSeeds(SEEDS, (random, scratch, label) => {
    for (const kind of [0, 1, 2]) {
      const rows = 2 + random.below(30);
      const doubles = Array.from({ length: rows }, () => anyDouble(random));
      const words = Array.from({ length: rows }, () => anyWord(random));
      const values: (bigint | number)[] = kind === 2 ? doubles : kind === 1 ? words.map(signed) : words;
      for (const flip of [0, 1]) {
        const out = scratch.take(rows * 8);
        const place = kind === 2 ? scratch.doubles(doubles) : scratch.words(words);
        scratch.kernels.compute.sortKeys(kind, flip, place, rows, out);
        const keys = scratch.readWords(out, rows);
        for (let row = 1; row < rows; row++) {
          const [one, other] = [values[row - 1]!, values[row]!];
          // Positive and negative zero are distinguished here, and joined when grouping.
          if (one === other && kind === 2) continue;
          const ordered = one < other
            ? keys[row - 1]! < keys[row]!
            : one > other
            ? keys[row - 1]! > keys[row]!
            : keys[row - 1] === keys[row];
          const reversed = one < other
            ? keys[row - 1]! > keys[row]!
            : one > other
            ? keys[row - 1]! < keys[row]!
            : keys[row - 1] === keys[row];
          assertEquals(flip ? reversed : ordered, true, `${label}, kind ${kind}: ${one} and ${other}`);
        }
      }
    }
  });
});
