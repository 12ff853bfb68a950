/**
 * Coverage data beyond lines, by source file: functions, outcomes of branches, conditions and tests. Traces
 * that only know which code ran have none of it, so functions are then derived from their lines.
 * @module
 */

import type { ResultTable, ResultValue } from "../base/result_table.ts";
import { runScript } from "../engine/run_script.ts";
import type { Session } from "../engine/session.ts";
import { ISOLATED_QUERY } from "./isolated_query.ts";
import type {
  CoveredBranch,
  CoveredCondition,
  CoveredFile,
  CoveredFunction,
  CoveredLine,
  CoveredTest,
} from "./covered_types.ts";

/** A row of a table, by column name. */
type Row = Readonly<Record<string, ResultValue>>;

/**
 * Tables of coverage files: the name, a column that no other format has in a table of that name, and the
 * columns to read.
 */
const TABLES = [
  ["functions", "end_line", "func, file, line, end_line, count, group"],
  ["branches", "block", "file, line, block, branch, count, kind, reachable"],
  ["conditions", "sense", "file, line, group, index, sense, count, expression, reachable"],
  ["test_lines", "test", "test, file, line, count"],
] as const;

type Table = (typeof TABLES)[number][0];

/**
 * Adds the coverage data beyond lines to files. If some lines were selected, only data on those lines is
 * added.
 */
export async function completeFiles(
  session: Session,
  files: readonly CoveredFile[],
  isChosen: boolean,
): Promise<CoveredFile[]> {
  const parts = new Map(files.map((file) => [file.path, new Parts(file, isChosen)]));
  for (const [table, own, columns] of TABLES) {
    const has = session.traces.filter(({ trace }) => trace.tables.get(table)?.column(own) !== undefined);
    // If one trace does not count entries, the functions of all traces are derived from their lines, because
    // the two methods cannot be combined.
    if (has.length === 0 || (table === "functions" && has.length < session.traces.length)) continue;
    for (const part of parts.values()) part.begin(table);
    // Rows keep their order, which alone distinguishes outcomes of different instances of a template.
    await runScript(
      session,
      `${table} | where file is not null and line is not null | select trace, ${columns}`,
      {
        rows: ({ table: rows }) => {
          for (const row of rowObjects(rows)) parts.get(String(row["file"]))?.add(table, row);
        },
      },
      ISOLATED_QUERY,
    );
  }
  return [...parts.values()].map((part) => part.file());
}

function* rowObjects(table: ResultTable): Generator<Row> {
  const names = table.columns.map(({ name }) => name);
  for (let row = 0; row < table.rowCount; row++) {
    yield Object.fromEntries(names.map((name, column) => [name, table.value(row, column)]));
  }
}

/** A file, with the data to be added. */
class Parts {
  readonly #file: CoveredFile;
  readonly #isChosen: boolean;
  readonly #lines: ReadonlyMap<number, CoveredLine>;
  #functions: Map<string, CoveredFunction & { entered: bigint }> | undefined;
  readonly #branches = new Map<string, CoveredBranch>();
  readonly #conditions = new Map<string, CoveredCondition>();
  readonly #tests = new Map<string, CoveredTest>();
  /** Number of times that a trace listed an outcome: the second time it belongs to another instance. */
  readonly #seen = new Map<string, number>();

  constructor(file: CoveredFile, isChosen: boolean) {
    this.#file = file;
    this.#isChosen = isChosen;
    this.#lines = new Map(file.lines.map((each) => [each.line, each]));
  }

  begin(table: Table): void {
    if (table === "functions") this.#functions = new Map();
  }

  add(table: Table, row: Row): void {
    const line = Number(row["line"]);
    if (this.#isChosen && !this.#lines.has(line)) return;
    const count = typeof row["count"] === "bigint" ? row["count"] : null;
    switch (table) {
      case "functions":
        return this.#addFunction(row, line, count ?? 0n);
      case "branches":
        return this.#addBranch(row, line, count);
      case "conditions":
        return this.#addCondition(row, line, count ?? 0n);
      case "test_lines": {
        const name = String(row["test"] ?? "");
        let test = this.#tests.get(name);
        if (!test) this.#tests.set(name, test = { name, lines: new Map() });
        test.lines.set(line, (test.lines.get(line) ?? 0n) + (count ?? 0n));
      }
    }
  }

  #addFunction(row: Row, line: number, count: bigint): void {
    const { func, end_line: end, group } = row;
    const key = [line, end, group, func].join(" ");
    const known = this.#functions!.get(key);
    if (known) return void (known.entered += count);
    const last = end === null || end === undefined ? null : Number(end);
    this.#functions!.set(key, {
      name: String(func ?? ""),
      line,
      endLine: last,
      group: typeof group === "bigint" ? group : null,
      entered: count,
      lines: last === null
        ? this.#file.functions.find(({ name }) => name === func)?.lines ?? []
        : this.#file.lines.filter((each) => each.line >= line && each.line <= last),
    });
  }

  #addBranch(row: Row, line: number, count: bigint | null): void {
    const { trace, block, branch, kind, reachable } = row;
    const key = [line, block, kind, branch].join(" ");
    const instance = this.#seen.get(`${trace} ${key}`) ?? 0;
    this.#seen.set(`${trace} ${key}`, instance + 1);
    const known = this.#branches.get(`${instance} ${key}`);
    if (known) {
      if (count !== null) known.count = (known.count ?? 0n) + count;
      return;
    }
    this.#branches.set(`${instance} ${key}`, {
      line,
      block: typeof block === "bigint" ? block : 0n,
      name: String(branch ?? ""),
      count,
      kind: typeof kind === "string" ? kind : null,
      reachable: reachable !== false,
    });
  }

  #addCondition(row: Row, line: number, count: bigint): void {
    const { group, index, sense, expression, reachable } = row;
    const key = [line, group, index, sense, expression].join(" ");
    const known = this.#conditions.get(key);
    if (known) return void (known.count += count);
    this.#conditions.set(key, {
      line,
      group: typeof group === "bigint" ? group : 0n,
      index: typeof index === "bigint" ? index : 0n,
      sense: String(sense ?? "t"),
      count,
      expression: String(expression ?? ""),
      reachable: reachable !== false,
    });
  }

  file(): CoveredFile {
    return {
      ...this.#file,
      functions: this.#functions === undefined ? this.#file.functions : [...this.#functions.values()],
      branches: [...this.#branches.values()],
      conditions: [...this.#conditions.values()],
      tests: [...this.#tests.values()].filter(({ name }) => name !== ""),
    };
  }
}
