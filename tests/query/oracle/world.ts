/** One set of random tables, open in a session and loaded into the database. */

import { Session } from "../../../src/engine/session.ts";
import { QueryError } from "../../../src/base/errors.ts";
import { Random } from "../../support/random.ts";
import { typedTrace } from "../../support/typed_tables.ts";
import { type Answer, Duck } from "./duck.ts";
import type { Source } from "./queries.ts";
import type { Col } from "./relation.ts";
import {
  buildTable,
  type OracleColumn,
  type OracleTable,
  randomTable,
  type Type,
  type Value,
} from "./tables.ts";

const TYPES: readonly Type[] = ["u64", "u64", "i64", "f64", "bool", "text", "text", "time"];

/** Maximum number of values of a pivot without a list. */
const MOST_PIVOTED = 100;

/** Tables in both engines. */
export class World {
  readonly session: Session;
  readonly sources: readonly Source[];
  readonly duck: Duck;

  private constructor(session: Session, duck: Duck, sources: readonly Source[]) {
    this.session = session;
    this.duck = duck;
    this.sources = sources;
  }

  /** Two traces with the table `events`, one of which also has `other`. */
  static async make(seed: number, rows: number): Promise<World> {
    const random = new Random(seed);
    const shape = (
      count: number,
    ): Type[] => ["u64", ...Array.from({ length: count }, () => random.pick(TYPES))];
    const events = shape(2 + random.below(6));
    const second = random.oneIn(2) ? random.below(Math.max(rows, 2)) : 0;
    const a = [
      randomTable(random, "events", events, rows),
      randomTable(random, "other", shape(1 + random.below(3)), Math.min(rows, 40)),
    ];
    const b = second === 0 ? [] : [randomTable(random, "events", events, second)];
    const session = new Session();
    const { pools } = session;
    for (const [name, tables] of [["a", a], ["b", b]] as const) {
      if (tables.length > 0) {
        session.add([typedTrace(name, pools, tables.map((each) => buildTable(each, pools)))]);
      }
    }
    const duck = await Duck.open();
    const sources: Source[] = [];
    const add = async (text: string, sql: string, parts: readonly [string, OracleTable][]): Promise<void> => {
      const columns = joined(parts);
      const count = parts.reduce((sum, [, each]) => sum + each.rows, 0);
      await duck.fill(sql, columns, count);
      sources.push({ text, sql, cols: columns.map(describe), rows: count });
    };
    await add("events", "events", [["a", a[0]!], ...b.map((each): [string, OracleTable] => ["b", each])]);
    await add("other", "other", [["a", a[1]!]]);
    if (b.length > 0) await add("events of b", "events_of_b", [["b", b[0]!]]);
    return new World(session, duck, sources);
  }

  /** Quarry's answer, and the memory in use afterwards. */
  async ask(text: string): Promise<Answer> {
    const { session } = this;
    try {
      const prepared = session.prepare(text);
      let answer: Answer = { rows: [] };
      for await (const outcome of session.run(prepared)) {
        if (outcome.kind !== "query") continue;
        const { table } = outcome;
        const columns = table.columns.map((_, at) => at);
        const rows = Array.from(
          { length: table.rowCount },
          (_, row) => columns.map((at) => table.value(row, at) as Value),
        );
        answer = { rows };
        outcome.release();
      }
      return answer;
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      const [first] = error.diagnostics.filter(({ severity }) => severity === "error");
      if (first?.code === "Q401" || first?.code === "Q402") return { error: first.message };
      throw new Error(`Refused: ${first?.code} ${first?.message}`);
    }
  }

  close(): void {
    this.duck.close();
  }
}

/** The columns of a table over several traces, with the name of the trace. */
function joined(parts: readonly [string, OracleTable][]): OracleColumn[] {
  const columns = parts[0]![1].columns.map(({ spec, type }, at): OracleColumn => ({
    spec,
    type,
    values: parts.flatMap(([, table]) => table.columns[at]!.values),
  }));
  const names = parts.flatMap(([name, { rows }]) => new Array<Value>(rows).fill(name));
  return [...columns, { spec: { name: "trace", type: "text" }, type: "text", values: names }];
}

/** Known facts about a column. */
export function describe({ spec, type, values }: OracleColumn): Col {
  let low: bigint | undefined;
  let high = 0n;
  let reach = 0;
  let exact = type === "f64";
  for (const value of values) {
    if (typeof value === "bigint") {
      high = low === undefined || value > high ? value : high;
      low = low === undefined || value < low ? value : low;
    } else if (typeof value === "number") {
      reach = Math.max(reach, Math.abs(value));
      exact &&= Number.isInteger(value * 8) && Math.abs(value) < 2 ** 30;
    }
  }
  const samples = Array.from(
    { length: 12 },
    (_, at) => values[Math.floor((at * values.length) / 12)] ?? null,
  );
  const distinct = [...new Set(values)].filter((value) => value !== null);
  const unique = distinct.length > 0 &&
    distinct.length === values.filter((value) => value !== null).length;
  const col = { name: spec.name, type, low: low ?? 0n, high, reach, exact, samples, unique };
  const isKnown = (type === "text" || type === "u64") && distinct.length <= MOST_PIVOTED;
  return isKnown ? { ...col, values: distinct.sort(byValue) } : col;
}

/** Compares numbers by size, texts by code points. */
function byValue(a: Value, b: Value): number {
  if (typeof a !== "string" || typeof b !== "string") return a! < b! ? -1 : 1;
  const [left, right] = [a, b].map((text) => [...text].map((letter) => letter.codePointAt(0)!)) as [
    number[],
    number[],
  ];
  const at = left.findIndex((code, index) => code !== right[index]);
  return at < 0 ? left.length - right.length : left[at]! - (right[at] ?? -1);
}
