/** Numbers of arguments are exact, with and without a sign, up to the last of 64 bits. */
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { QueryError } from "../../../src/base/errors.ts";
import type { Session } from "../../../src/engine/session.ts";
import { MadeStream } from "../../formats/apitrace/made_stream.ts";
import { atFullEffort, entriesOf } from "../../support/effort.ts";
import { ask, askSample, dumpedCalls, sessionOf } from "./asking.ts";

const HIGHEST = (1n << 64n) - 1n;
const HALF = 1n << 63n;

/** Values by argument: one per call. Null for a call without the argument. */
type Values = Readonly<Record<string, readonly (bigint | null)[]>>;

/** A recording whose calls have arguments with these names and values, and a text under `label`. */
function recording(values: Values, put = (out: MadeStream, value: bigint) => out.int(value)): Uint8Array {
  const out = new MadeStream(6);
  const names = Object.keys(values);
  const count = Math.max(...Object.values(values).map((each) => each.length));
  for (let call = 0; call < count; call++) {
    const no = out.enter(1, "f", [...names, "label"]);
    names.forEach((name, at) => {
      const value = values[name]![call] ?? null;
      if (value === null) return;
      out.arg(at);
      put(out, value);
    });
    out.arg(names.length);
    out.text("five");
    out.end();
    out.leave(no);
    out.end();
  }
  return out.take();
}

const VALUES = {
  // Values that fit into both types; that need a sign; that need the highest bit; that need both.
  plain: [0n, 5n, HALF - 1n, null],
  below: [-1n, -HALF, 5n, HALF - 1n, -6n],
  above: [0n, 5n, HALF, HIGHEST, HALF - 1n],
  both: [-1n, -HALF, 5n, 0n, HALF - 1n, HALF, HIGHEST, null],
} as const;

const CONSTANTS = [
  ...[-HALF, 1n - HALF, -6n, -1n, 0n, 1n, 5n, 6n],
  ...[HALF - 2n, HALF - 1n, HALF, HALF + 1n, HIGHEST - 1n, HIGHEST],
];

const OPERATORS: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

/** Numbers of the calls whose value passes. */
function passing(name: keyof typeof VALUES, passes: (value: bigint) => boolean): number[] {
  return VALUES[name].flatMap((value, no) => value !== null && passes(value) ? [no] : []);
}

async function numbers(session: Session, filter: string): Promise<(number | bigint)[]> {
  return (await ask(session, `calls | where ${filter} | select no`)).map(([no]) => no as number);
}

async function numbersOfArgs(session: Session, name: string, filter: string): Promise<(number | bigint)[]> {
  const rows = await ask(session, `args | where arg == "${name}" and (${filter}) | select no`);
  return rows.map(([no]) => no as number);
}

Deno.test("comparisons of arguments with numbers are right for every value and every constant", async () => {
  const session = await sessionOf({ a: recording(VALUES) });
  for (const name of Object.keys(VALUES) as (keyof typeof VALUES)[]) {
    for (const [at, constant] of entriesOf([...CONSTANTS.entries()], 0.3, name.length)) {
      for (const [operator, holds] of entriesOf(Object.entries(OPERATORS), 1, at)) {
        const expected = passing(name, (value) => holds(value, constant));
        const test = `${operator} ${constant}`;
        assertEquals(await numbers(session, `arg("${name}") ${test}`), expected, `${name} ${test}`);
        assertEquals(await numbersOfArgs(session, name, `number ${test}`), expected, `args ${name} ${test}`);
        if (name === "both") continue;
        assertEquals(await numbers(session, `number("${name}") ${test}`), expected, `number ${name} ${test}`);
      }
    }
  }
});

Deno.test("ranges and lists of arguments are right for every value", async () => {
  const session = await sessionOf({ a: recording(VALUES) });
  for (const name of Object.keys(VALUES) as (keyof typeof VALUES)[]) {
    for (const [at, low] of entriesOf([...CONSTANTS.entries()], 0.45, name.length)) {
      for (const high of entriesOf(CONSTANTS.filter((each) => each > low), 2, at)) {
        const inside = (value: bigint): boolean => value >= low && value <= high;
        const range = `${low}..=${high}`;
        const below = (value: bigint): boolean => value >= low && value < high;
        const open = `${low}..${high}`;
        assertEquals(await numbers(session, `arg("${name}") in ${open}`), passing(name, below), open);
        assertEquals(await numbers(session, `arg("${name}") in ${range}`), passing(name, inside), range);
        const found = await numbersOfArgs(session, name, `number in ${range}`);
        assertEquals(found, passing(name, inside), `args ${name} ${range}`);
        const outside = await numbersOfArgs(session, name, `number not in ${range}`);
        assertEquals(outside, passing(name, (value) => !inside(value)), `args ${name} not ${range}`);
      }
    }
    const list = [-HALF, 5n, HIGHEST];
    const isListed = (value: bigint): boolean => list.includes(value);
    const set = `{${list.join(", ")}}`;
    assertEquals(await numbers(session, `arg("${name}") in ${set}`), passing(name, isListed));
    assertEquals(await numbersOfArgs(session, name, `number in ${set}`), passing(name, isListed));
    assertEquals(
      await numbersOfArgs(session, name, `number not in ${set}`),
      passing(name, (value) => !isListed(value)),
    );
  }
});

Deno.test("number() has a type that holds all values, and sorts by value", async () => {
  const session = await sessionOf({ a: recording(VALUES) });
  for (const name of ["plain", "below", "above"] as const) {
    const rows = await ask(
      session,
      `calls | where number("${name}") is not null | sort number("${name}") | select n = text("${name}")`,
    );
    const sorted = VALUES[name].flatMap((value) => value ?? []).toSorted((a, b) => a < b ? -1 : 1);
    assertEquals(rows.map(([value]) => value), sorted.map(String), name);
    const shown = await ask(
      session,
      `calls | where number("${name}") is not null | select number("${name}")`,
    );
    assertEquals(
      shown.map(([value]) => BigInt(value as bigint)),
      VALUES[name].flatMap((value) => value ?? []),
    );
  }
  // Differences of values that fit into 63 bits may be negative.
  assertEquals(await ask(session, 'calls | where no == 1 | select number("plain") - 7'), [[-2]]);
});

Deno.test("an argument too large for any number type is text, and number() warns about it", async () => {
  const session = await sessionOf({ a: recording(VALUES) });
  const shown = VALUES.both.map((value) => value === null ? null : String(value));
  assertEquals(await ask(session, 'calls | select arg("both")'), shown.map((value) => [value]));
  const halves = VALUES.both.map((value) => [
    value !== null && value < HALF ? value : null,
    value !== null && value >= 0n ? value : null,
  ]);
  const rows = await ask(session, 'calls | select s = signed("both"), u = unsigned("both")');
  assertEquals(
    rows.map((row) => row.map((value) => value === null ? null : BigInt(value as bigint))),
    halves,
  );
  for (const use of ['sort number("both")', 'select number("both")', 'where number("both") > 5']) {
    const error = await assertRejects(() => ask(session, `calls | ${use}`), QueryError, "no type holds both");
    assertEquals((error as QueryError).diagnostics.map(({ code }) => code), ["Q227"], use);
  }
  const { warnings } = session.prepare("args | sort number");
  assertEquals(warnings.map(({ code, suggestion }) => [code, suggestion]), [
    ["Q308", 'column "unsigned" has them'],
  ]);
  assertEquals(session.prepare("args | where number > 5 or number in 1..3").warnings, []);
  const small = await sessionOf({ a: recording({ below: VALUES.below }) });
  assertEquals(small.prepare("args | sort number").warnings, []);
});

Deno.test("pointers, masks, enumerations and second views keep their highest bit", async () => {
  const pairs = [["A", 1n], ["MINUS", -HALF]] as const;
  const cases: readonly [string, (out: MadeStream, value: bigint) => void, readonly bigint[]][] = [
    ["pointers", (out, value) => out.pointer(value), [HIGHEST, HALF, 1n]],
    ["masks", (out, value) => out.mask(1, [["A", 1n], ["TOP", HALF]], value), [HIGHEST, HALF, 1n]],
    ["enumerations", (out, value) => out.enum(1, pairs, value), [-HALF, -1n, 1n, HALF - 1n]],
    ["views", (out, value) => {
      out.views();
      out.blob(new Uint8Array(3));
      out.int(value);
    }, [HIGHEST, 1n]],
  ];
  for (const [what, put, values] of cases) {
    const session = await sessionOf({ a: recording({ x: values }, put) });
    for (
      const query of ['calls | select number("x")', 'args | where arg == "x" | select coalesce(number, null)']
    ) {
      if (query.startsWith("args") && values.some((value) => value >= HALF)) continue;
      const rows = await ask(session, query);
      assertEquals(rows.map(([value]) => BigInt(value as bigint)), values, `${what}: ${query}`);
    }
    if (values[0]! < HALF) continue;
    const rows = await ask(session, 'args | where arg == "x" | select unsigned');
    assertEquals(rows.map(([value]) => BigInt(value as bigint)), values, what);
    assertEquals(await numbers(session, `arg("x") == ${values[0]}`), [0], what);
    assertEquals(await ask(session, "calls | summarize b = sum(blob_bytes)"), [[what === "views" ? 6 : 0]]);
  }
});

Deno.test("integers beyond the range of a double stay exact next to floating-point numbers", async () => {
  const write = (wide: bigint): Uint8Array => {
    const out = new MadeStream(6);
    for (const value of [0.5, wide, -2.5, 7n]) {
      const no = out.enter(1, "f", ["x"]);
      out.arg(0);
      if (typeof value === "number") out.double(value);
      else out.int(value);
      out.end();
      out.leave(no);
      out.end();
    }
    return out.take();
  };
  const narrow = await sessionOf({ a: write(1n << 53n) });
  assertEquals(await ask(narrow, 'calls | select arg("x")'), [[0.5], [2 ** 53], [-2.5], [7]]);
  assertEquals(await numbers(narrow, 'arg("x") > 0.25'), [0, 1, 3]);
  const odd = (1n << 53n) + 1n;
  const wide = await sessionOf({ a: write(odd) });
  assertEquals(await ask(wide, 'calls | select arg("x")'), [["0.5"], [String(odd)], ["-2.5"], ["7"]]);
  assertEquals(await numbers(wide, 'arg("x") > 0.25'), [0, 1, 3]);
  assertEquals(await numbers(wide, `arg("x") > ${1n << 53n}`), [1]);
  assertEquals(await numbers(wide, `arg("x") == ${odd}`), [1]);
  assertEquals(await numbers(wide, 'arg("x") in -3.0..1.0'), [0, 2]);
  assertEquals(await ask(wide, 'calls | select float("x"), number("x")'), [
    [0.5, null],
    [null, odd],
    [-2.5, null],
    [null, 7],
  ]);
});

Deno.test(
  atFullEffort("recordings that need different types for an argument are compared exactly"),
  async () => {
    const files = {
      plain: recording({ x: VALUES.plain }),
      below: recording({ x: VALUES.below }),
      above: recording({ x: VALUES.above }),
      both: recording({ x: VALUES.both }),
    };
    const all = Object.keys(files) as (keyof typeof files)[];
    for (const chosen of entriesOf(Array.from({ length: 15 }, (_, at) => at + 1), 0.45, 2)) {
      const names = all.filter((_, at) => chosen >> at & 1);
      const session = await sessionOf(Object.fromEntries(names.map((name) => [name, files[name]])));
      const values = names.flatMap((name) => VALUES[name].map((value) => ({ name, value })));
      for (const constant of entriesOf(CONSTANTS, 2, chosen)) {
        for (const operator of ["==", ">", "<="]) {
          const expected = values.filter(({ value }) =>
            value !== null && OPERATORS[operator]!(value, constant)
          );
          const rows = await ask(
            session,
            `calls | where arg("x") ${operator} ${constant} | select trace, text("x")`,
          );
          const wanted = expected.map(({ name, value }) => [name, String(value)]);
          assertEquals(rows, wanted, `${names} ${operator} ${constant}`);
          const args = await ask(
            session,
            `args | where arg == "x" and number ${operator} ${constant} | select trace, value`,
          );
          assertEquals(args, wanted, `args of ${names} ${operator} ${constant}`);
        }
      }
      const isMixed = names.includes("both") || (names.includes("below") && names.includes("above"));
      if (isMixed) assertStringIncludes(String(await numberOrCode(session, "calls")), "Q227");
      else {
        const shown = (await numberOrCode(session, "calls")) as bigint[];
        assertEquals(shown, values.flatMap(({ value }) => value ?? []), names.join());
      }
      // A trace alone has the type that it needs.
      for (const name of names) {
        const shown = await numberOrCode(session, `calls of ${name}`);
        if (name === "both") assertStringIncludes(String(shown), "Q227");
        else assertEquals(shown, VALUES[name].flatMap((value) => value ?? []), `${name} of ${names}`);
      }
    }
  },
);

/** The values of `number("x")`, or the code of the error. */
async function numberOrCode(session: Session, source: string): Promise<bigint[] | string> {
  try {
    const rows = await ask(session, `${source} | where arg("x") is not null | select number("x")`);
    return rows.map(([value]) => BigInt(value as bigint));
  } catch (error) {
    if (error instanceof QueryError) return error.diagnostics.map(({ code }) => code).join();
    throw error;
  }
}

Deno.test(atFullEffort("timeouts of a real recording equal those of the dump"), async () => {
  const calls = (await dumpedCalls("real-mapped")).flatMap(({ no, text }) => {
    const found = /timeout = (\d+)/.exec(text);
    return found ? [{ no, timeout: BigInt(found[1]!) }] : [];
  });
  const big = (rows: unknown[][]): bigint[] => rows.map(([value]) => BigInt(value as bigint));
  const shown = await askSample(
    "real-mapped",
    'calls | where arg("timeout") is not null | select number("timeout")',
  );
  assertEquals(big(shown), calls.map(({ timeout }) => timeout));
  const found = await askSample("real-mapped", 'calls | where number("timeout") > 5 | select no');
  const expected = calls.filter(({ timeout }) => timeout > 5n).map(({ no }) => no);
  assertEquals(found.map(([no]) => no), expected);
  const args = await askSample("real-mapped", 'args | where arg == "timeout" | select unsigned');
  assertEquals(big(args), calls.map(({ timeout }) => timeout));
  const asked = await askSample("real-mapped", 'args | where arg == "timeout" and number > 5 | select no');
  assertEquals(asked.map(([no]) => no), expected);
});
