/** Filters, ranges, groups and sorts of every column of every table agree with a slow reference. */
import { assert } from "@std/assert";
import type { Session } from "../../src/engine/session.ts";
import { formats } from "../../src/formats/registry.ts";
import { byEffort, entriesOf, seeds, turnsOf } from "../support/effort.ts";
import { unless } from "../support/programs.ts";
import { Random } from "../support/random.ts";
import { ask, openSamples } from "./opened.ts";
import { someSamples } from "./samples.ts";
import { assertRows, type Condition, conditionsOn, type Plain, plain, sorted } from "./slow_reference.ts";

/** Number of samples per format. */
const SAMPLES = seeds(2);
/** Number of conditions per column. */
const CONDITIONS = 3;
/** Larger tables are skipped, since smaller samples cover them. */
const MOST_ROWS = byEffort(700, 150);

/** One table as a list of lists, and the query for it. */
interface Listed {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: Parameters<typeof plain>[1] }[];
  readonly rows: readonly (readonly Plain[])[];
}

async function listed(session: Session, table: string): Promise<Listed> {
  const [answer] = await ask(session, table);
  const { columns, rows } = answer!;
  return { table, columns, rows: rows.map((row) => row.map((value, at) => plain(value, columns[at]!.type))) };
}

/** Names with dots are columns too; all other unusual names need backticks. */
function quoted(name: string): string {
  return /^[a-z_]+(\.[a-z_]+)?$/.test(name) ? name : `\`${name}\``;
}

/** Two values of a column with the smaller first: existing values, and their neighbours. */
function twoValues(
  random: Random,
  values: readonly Exclude<Plain, null>[],
): [Exclude<Plain, null>, Exclude<Plain, null>] {
  const some = (): Exclude<Plain, null> => {
    const value = random.pick(values);
    if (typeof value === "bigint" && value > 0n && random.oneIn(4)) return value - 1n;
    return value;
  };
  const [one, other] = sorted([some(), some()], (value) => value, false);
  return [one!, other!];
}

/** Fails unless the queries about a column agree with the list; returns the number of queries. */
async function checkColumn(
  session: Session,
  { table, columns, rows }: Listed,
  at: number,
  random: Random,
): Promise<number> {
  const { name, type } = columns[at]!;
  const column = quoted(name);
  const values = rows.map((row) => row[at]!).filter((value) => value !== null);
  const conditions: Condition[] = values.length === 0
    ? [
      { text: `${column} is null`, passes: () => true },
      { text: `${column} is not null`, passes: () => false },
    ]
    : Array.from({ length: CONDITIONS }, () => {
      const [low, high] = twoValues(random, values);
      return random.pick(conditionsOn(column, type, low, high));
    });
  // Another column beside it distinguishes rows with equal values.
  const other = columns.findIndex((_, each) => each !== at);
  const shown = other < 0 ? [at] : [at, other];
  const select = shown.map((each) => quoted(columns[each]!.name)).join(", ");
  const cells = (some: readonly (readonly Plain[])[]): Plain[][] =>
    some.map((row) => shown.map((each) => row[each]!));
  // A value that does not fit into a column is in the next one, and filters know that.
  const rest = name === "number" ? columns.findIndex((each) => each.name === "unsigned") : -1;
  const meant = (row: readonly Plain[]): Plain => row[at] ?? (rest < 0 ? null : row[rest]!);
  const checks: [string, Plain[][]][] = conditions.map(({ text, passes }) => [
    `${table} | where ${text} | select ${select}`,
    cells(rows.filter((row) => passes(meant(row)))),
  ]);
  for (const direction of ["", " desc"]) {
    checks.push([
      `${table} | sort ${column}${direction} | select ${select}`,
      cells(sorted(rows, (row) => row[at]!, direction !== "")),
    ]);
  }
  checks.push([
    `${table} | top 7 by ${column} | select ${column}`,
    sorted(rows, (row) => row[at]!, true).slice(0, 7).map((row) => [row[at]!]),
  ]);
  checks.push([
    `${table} | by ${column}: n = count() | sort ${column} | select ${column}, n`,
    counted(sorted(rows.map((row) => row[at]!), (value) => value, false)),
  ]);
  checks.push([
    `${table} | distinct ${column} | sort ${column}`,
    counted(sorted(rows.map((row) => row[at]!), (value) => value, false)).map(([value]) => [value!]),
  ]);
  for (const [query, expected] of checks) {
    const [answer] = await ask(session, query);
    const found = answer!.rows.map((row) =>
      row.map((value, each) => plain(value, answer!.columns[each]!.type))
    );
    assertRows(found, expected, query);
  }
  return checks.length;
}

/** Fails unless a query shows the cells that the columns of a table have. */
function checkCells(session: Session, { table, columns, rows }: Listed): void {
  for (const [at, { name, type }] of columns.entries()) {
    const stored = session.traces.flatMap(({ trace }) => {
      const here = trace.tables.get(table);
      return here?.column(name) ? here.cells(name).map((cell) => plain(cell, type)) : [];
    });
    if (stored.length > 0) {
      assertRows(rows.map((row) => [row[at]!]), stored.map((cell) => [cell]), `${table}.${name}`);
    }
  }
}

/** Runs of equal values with their lengths. */
function counted(values: readonly Plain[]): Plain[][] {
  const groups: Plain[][] = [];
  for (const value of values) {
    const last = groups.at(-1);
    if (last && Object.is(last[0], value)) last[1] = (last[1] as bigint) + 1n;
    else groups.push([value, 1n]);
  }
  return groups;
}

for (const { entry: { name: format }, left } of turnsOf(formats, 4)) {
  const name = `conformance of ${format}: filters, ranges, groups and sorts of every column`;
  Deno.test(unless([left], name), async () => {
    const random = new Random(format.length);
    let asked = 0;
    for (const sample of someSamples(format, SAMPLES, 12_000)) {
      const session = await openSamples({ t: sample });
      for (const table of session.catalog.tableNames) {
        const list = await listed(session, table);
        if (list.rows.length > MOST_ROWS) continue;
        checkCells(session, list);
        for (const at of entriesOf([...list.columns.keys()], 0.15, list.rows.length)) {
          asked += await checkColumn(session, list, at, random);
        }
      }
    }
    assert(asked > byEffort(100, 20));
  });
}
