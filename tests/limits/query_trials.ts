import { alignSequences } from "../../src/query/operators/difference/align_sequences.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { parseCallSet } from "../../src/formats/apitrace/call_set.ts";
import { QueryError } from "../../src/base/errors.ts";
import { Session } from "../../src/engine/session.ts";
import { nameOf } from "../../src/query/analysis/make_expressions.ts";
import { parseScript } from "../../src/language/script.ts";
import { effort } from "../support/effort.ts";
import { typedTable, typedTrace } from "../support/typed_tables.ts";
import { codesOf, diagnosticsOf, rowCount, times, type Trials } from "./trial.ts";
import { childrenOf } from "../../src/query/syntax/walk.ts";

const UNKNOWN_COLUMN = "Q203";

/** A session with one table `events` with one column `seq`. */
function withValues(count: number, value: (at: number) => number): Session {
  const session = new Session();
  const lines = times(count, (at) => `${value(at)}\n`);
  session.add([typedTrace("t", session.pools, [typedTable("events", session.pools, `seq:u64\n${lines}`)])]);
  return session;
}

/** Whether a query is suggested for a text that is not a query. */
async function proposes(text: string): Promise<boolean> {
  const session = withValues(1, () => 1);
  try {
    session.prepare(text);
  } catch (error) {
    if (error instanceof QueryError) {
      const { diagnostics } = await session.withAdvice(error);
      return diagnostics.some(({ fix }) => fix?.text.startsWith("events | "));
    }
  } finally {
    session.closeAll();
  }
  return false;
}

/** Definitions that each use the previous one, and a query that uses the last. */
function chain(count: number): string {
  return `let d1 = 1\n\n${
    times(count - 1, (at) => `let d${at + 2} = d${at + 1}\n\n`)
  }events | where size > d${count}`;
}

/** A query that unfolds to this many levels, in steps of 100 signs. */
function unfoldedTo(levels: number): string {
  const steps = Math.floor(levels / 100);
  return times(
    steps,
    (at) => `let d${at} = ${"- ".repeat(100)}${at === 0 ? "size" : `d${at - 1}`}\n\n`,
  ) + `events | extend x = d${steps - 1}`;
}

/** Other kinds of levels, each around the level below. */
const LEVELS: readonly ((below: string) => string)[] = [
  (below) => `1 + (${below})`,
  (below) => `(${below}) + 1`,
  (below) => `if(size > 1, ${below}, 0)`,
  (below) => `if((${below}) in {1, 2}, 1, 0)`,
  (below) => `if(not (${below}) > 1, 1, 0)`,
  (below) => `if(size > 1 and (${below}) > 1, 1, 0)`,
  (below) => `len(human(${below}))`,
];

/** A query over a definition with this many levels of one kind, 40 per definition. */
function unfolded(level: (below: string) => string, levels: number): string {
  const steps = Math.floor(levels / 40);
  return times(steps, (at) => {
    let value = at === 0 ? "size" : `d${at - 1}`;
    for (let depth = 0; depth < 40; depth++) value = level(value);
    return `let d${at} = ${value}\n\n`;
  }) + `events | extend x = d${steps - 1}`;
}

/** The kind of the only pattern after a colon. */
function patternKind(text: string): string | undefined {
  let found: string | undefined;
  JSON.stringify(parseScript(text).script, (key, value) => {
    if (key === "pattern") found = value.kind;
    return typeof value === "bigint" ? null : value;
  });
  return found;
}

/** Trials of the limits of queries. */
export const QUERY_TRIALS: Trials = {
  nesting(most) {
    const nested = (depth: number): string =>
      `events | where ${"(".repeat(depth)}size > 1${")".repeat(depth)}`;
    assertEquals(codesOf(nested(most)), []);
    assertEquals(codesOf(nested(most + 1)), ["Q112"]);
  },
  operators(most) {
    const sum = (operators: number): string =>
      `events | where size < ${times(operators + 1, () => "1", " + ")}`;
    assertEquals(codesOf(sum(most - 1)), []);
    assertEquals(codesOf(sum(most + 1)), ["Q112"]);
  },
  definitionChain(most) {
    assertEquals(codesOf(chain(most)), []);
    assertEquals(codesOf(chain(most + 1)), ["Q222"]);
  },
  unfolded(most) {
    const uses = (count: number): string =>
      `let d = 1\n\nevents | where size in {${times(count, () => "d", ", ")}}`;
    assertEquals(codesOf(uses(most / 2)).includes("Q222"), false);
    assertEquals(codesOf(uses(most / 2 + 1)).includes("Q222"), true);
  },
  unfoldedDepth(most) {
    assertEquals(codesOf(unfoldedTo(most - 200)), []);
    assertEquals(codesOf(unfoldedTo(most + 200)), ["Q222"]);
    // For every kind of level, the limit is reached before the stack overflows.
    for (const level of LEVELS) {
      for (const levels of [most / 5, most / 2, most, 2 * most]) {
        const codes = new Set(codesOf(unfolded(level, levels)));
        assert(codes.size === 0 || codes.has("Q222") && codes.size === 1, `${level("x")}: ${[...codes]}`);
      }
    }
  },
  columns(most) {
    const select = (count: number): string =>
      `events | select ${times(count, (at) => `a${at} = size`, ", ")}`;
    assertEquals(codesOf(select(most)), []);
    assertEquals(codesOf(select(most + 1)), ["Q228"]);
  },
  sequenceSteps(most) {
    const match = (count: number): string =>
      `events | select seq | match ${times(count, (at) => `(seq > ${at} as a${at})`, " then ")}`;
    assertEquals([codesOf(match(most)), codesOf(match(most + 1))], [[], ["Q211"]]);
  },
  pivotValues(most) {
    const codes = (distinct: number): string[] =>
      codesOf("events | by trace pivot seq: count()", withValues(distinct, (at) => at));
    assertEquals([codes(most), codes(most + 1)], [[], ["Q235"]]);
    const listed = times(most + 1, (at) => String(at), ", ");
    const named = `events | by trace pivot seq in {${listed}}: count()`;
    assertEquals(codesOf(named, withValues(most + 1, (at) => at)), []);
  },
  bins(most) {
    assertEquals(codesOf(`events | hist size bins ${most}`), []);
    assertEquals(codesOf(`events | hist size bins ${most + 1}`), ["Q211"]);
  },
  async slices(most) {
    const session = withValues(2, (at) => at * (most - 1));
    assertEquals(await rowCount("events | timeline every 1 count()", session), most);
    assertEquals(await rowCount("events | timeline every 1 count()", withValues(2, (at) => at * most)), 2);
  },
  changeRows(most) {
    // A unique value has moved from one end to the other: the search uses it as an anchor.
    const repeated = (rows: number): number[] => Array.from({ length: rows / 2 - 1 }, (_, at) => at & 1);
    const steps = (rows: number): number => {
      const [a, b] = [[...repeated(rows), 2], [2, ...repeated(rows)]].map((list) => Uint32Array.from(list));
      const { removed, added } = alignSequences(a!, b!, 3);
      return [...removed, ...added].reduce((sum, mark) => sum + mark, 0);
    };
    assertEquals(steps(most), 2);
    assert(steps(most + 2) > 2);
  },
  async joinRows(most) {
    const side = Math.floor(Math.sqrt(most));
    const join = "events | extend k = 1 | join (events | extend k = 1 | select k) on k | summarize sum(seq)";
    if (effort > 1) assertEquals(await rowCount(join, withValues(side, (at) => at)), 1);
    const error: QueryError = await assertRejects(
      () => rowCount(join, withValues(side + 1, (at) => at)),
      QueryError,
    );
    assertEquals(error.diagnostics.map(({ code }) => code), ["Q407"]);
  },
  bits(most) {
    const largest = 2n ** BigInt(most) - 1n;
    assertEquals(codesOf(`events | where size < ${largest}`), []);
    assertEquals(codesOf(`events | where size < ${largest + 1n}`), ["Q109"]);
  },
  durationLetters(most) {
    // "1" is not part of the measured suffix.
    const text = (letters: number): string => `events | extend x = 1${"h1".repeat((letters - 1) / 2)}h`;
    assertEquals(codesOf(text(most - 1)), []);
    assertEquals(codesOf(text(most + 1)), ["Q108"]);
  },
  token(most) {
    assertEquals(codesOf(`events | extend ${"x".repeat(most)} = 1`), []);
    assert(codesOf(`events | extend ${"x".repeat(most + 1)} = 1`).length > 0);
  },
  valueWord(most) {
    const text = (letters: number): string => `events | where size:1..${"0".repeat(letters - 4)}9`;
    assertEquals(patternKind(text(most)), "range");
    assertEquals(patternKind(text(most + 1)), "word");
  },
  regexWord(most) {
    const text = (letters: number): string => `events | where func:/${"a".repeat(letters - 1)}/`;
    assertEquals(patternKind(text(most)), "regex");
    assertEquals(patternKind(text(most + 1)), "word");
  },
  patternParts(most) {
    const text = (count: number): string => `events | where func ~ /a{${count}}/`;
    assertEquals(codesOf(text(most - 100)).includes("Q128"), false);
    assertEquals(codesOf(text(most + 100)).includes("Q128"), true);
  },
  patternGroups(most) {
    const text = (depth: number): string =>
      `events | where func ~ /${"(".repeat(depth)}a${")".repeat(depth)}/`;
    assertEquals(codesOf(text(most)).includes("Q128"), false);
    assertEquals(codesOf(text(most + 1)).includes("Q128"), true);
  },
  patternAssertions(most) {
    const text = (count: number): string =>
      `events | where func ~ /a(?!${times(count, (at) => String.fromCharCode(0x4e00 + at), ")(?!")})/`;
    assertEquals(codesOf(text(most)).includes("Q128"), false);
    assertEquals(codesOf(text(most + 1)).includes("Q128"), true);
  },
  errors(most) {
    const messages = (count: number): string[] =>
      diagnosticsOf(`events | where size in {${times(count, () => "sise", ", ")}}`)
        .filter(({ code }) => code === UNKNOWN_COLUMN).map(({ message }) => message);
    assertEquals(messages(most).length, most);
    assertEquals(messages(most + 2).length, most + 1);
    assertEquals(messages(most + 2).at(-1), "And 2 more of this kind");
  },
  warnings(most) {
    const messages = (count: number): string[] =>
      diagnosticsOf(`events | where func in {${times(count, (at) => `nobody${at}`, ", ")}}`)
        .map(({ message }) => message);
    assertEquals(messages(most).length, most);
    assertEquals(messages(most + 2).length, most + 1);
    assertEquals(messages(most + 2).at(-1), "And 2 more of this kind");
  },
  warningSteps(most) {
    // Each pattern costs steps for each letter of the names that the trace has; the first ones always get
    // their warning.
    const warnings = (count: number): number =>
      codesOf(times(count, (at) => `events | where func ~ /(.?[a-z_]?){200}[0-9]${at}z/\n\n`)).length;
    assertEquals(warnings(3), 3);
    const many = Math.ceil(most / 3000);
    const found = warnings(many);
    assert(found < many, `each of ${many} has its warning`);
  },
  async advisedText(most) {
    const written = (length: number): string => "events | top 5 seq".padEnd(length);
    const session = withValues(1, () => 1);
    const names = async (length: number): Promise<boolean> => {
      try {
        session.prepare(written(length));
      } catch (error) {
        if (!(error instanceof QueryError)) throw error;
        const { diagnostics } = await session.withAdvice(error);
        return diagnostics.some(({ fix }) => fix !== undefined);
      }
      return false;
    };
    assertEquals([await names(most), await names(most + 1)], [true, false]);
  },
  async readText(most) {
    const read = (length: number): Promise<boolean> => proposes("count events".padEnd(length - 1) + ".");
    assertEquals([await read(most), await read(most + 1)], [true, false]);
  },
  async readStages(most) {
    const read = (stages: number): Promise<boolean> =>
      proposes(`from events${" | filter seq > 1".repeat(stages - 1)}`);
    assertEquals([await read(most), await read(most + 1)], [true, false]);
  },
  async readWords(most) {
    const read = (words: number): Promise<boolean> => proposes(`${"the ".repeat(words - 2)}count events`);
    assertEquals([await read(most), await read(most + 1)], [true, false]);
  },
  warningValues(most) {
    const warnings = (distinct: number): string[] =>
      codesOf("events | where seq == 1", withValues(distinct, (at) => 2 * at));
    assertEquals(warnings(most), ["Q302"]);
    assertEquals(warnings(most + 1), []);
  },
  columnName(most) {
    const name = (letters: number): string => {
      const { script } = parseScript(`events | select size + ${"1".repeat(letters - "size + ".length)}`);
      const [statement] = script.statements;
      const stage = statement?.kind === "query" ? statement.pipeline.stages[0] : undefined;
      const column = stage && childrenOf(stage)[0];
      if (column?.kind !== "named") throw new Error("no column");
      return nameOf(column.value);
    };
    assertEquals(name(most).length, most);
    assertEquals([name(most + 1).length, name(most + 1).at(-1)], [most, "…"]);
  },
  callLists(most) {
    const lists = (last: number) => (name: string): string | undefined =>
      Number(name) < last ? `@${Number(name) + 1}` : "7";
    assertEquals(parseCallSet("@1", lists(most)).map(({ first }) => first), [7]);
    let message = "";
    try {
      parseCallSet("@1", lists(most + 1));
    } catch (error) {
      message = (error as Error).message;
    }
    assertEquals(message, `Cannot read call set: no list "${most + 1}"`);
  },
};
