/**
 * What a reader may look at: the tables and their words, and whether a query that it has found can run.
 * @module
 */

import { COLUMN_WORDS } from "../../tables/column_words.ts";
import type { Catalog } from "../../query/analysis/catalog.ts";
import type { Environment } from "../../query/analysis/environment.ts";
import { LIVE_SOURCES } from "../../query/analysis/live_sources.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import { bindScript, parseScript } from "../script.ts";
import { stemOf, stemsOf } from "./pieces.ts";

/** The rows of a query. */
export interface Rows {
  readonly columns: readonly PlanColumn[];
  /** The table that they come from. */
  readonly table: string;
  /** Something is remarked on, such as a value that no row has. */
  readonly isOdd: boolean;
}

/** Queries that are bound while one statement is read: a bound for texts that nobody means. */
const ENOUGH_BOUND = 400;

/** The open traces with their words. */
export class World {
  readonly catalog: Catalog;
  readonly #environment: Environment;
  readonly #known = new Map<string, Rows | null>();

  /** Looks at a catalog and at what is defined. */
  constructor(catalog: Catalog, environment: Environment) {
    this.catalog = catalog;
    this.#environment = environment;
  }

  /** The rows of a query; null for one that has errors. */
  rows(query: string): Rows | null {
    let rows = this.#known.get(query);
    if (rows === undefined) {
      rows = this.#known.size < ENOUGH_BOUND ? this.#bind(query) : null;
      this.#known.set(query, rows);
    }
    return rows;
  }

  #bind(query: string): Rows | null {
    const parsed = parseScript(query);
    const [statement] = parsed.script.statements;
    if (parsed.script.statements.length !== 1 || statement?.kind !== "query") return null;
    if (parsed.diagnostics.some(({ severity }) => severity === "error")) return null;
    const { statements, diagnostics } = bindScript(parsed, this.catalog, this.#environment);
    const [bound] = statements;
    if (bound?.kind !== "query" || diagnostics.some(({ severity }) => severity === "error")) return null;
    const { source } = statement.pipeline;
    const name = source?.kind === "table" ? source.name.name : this.catalog.mainTable;
    const table = LIVE_SOURCES.some((each) => each.name === name) ? "allocs" : name;
    const isOdd = diagnostics.length + parsed.diagnostics.length > 0;
    return { columns: bound.plan.columns, table, isOdd };
  }

  /** The words of a table. */
  words(table: string): NonNullable<ReturnType<NonNullable<Catalog["tableWords"]>>> {
    return this.catalog.tableWords?.(table) ?? {};
  }

  /** The column that a name means: itself, or another spelling, or another word for it. */
  column(name: string, { columns, table }: Rows): string | undefined {
    const names = columns.map((each) => each.name);
    if (names.includes(name)) return name;
    const plain = plainOf(name);
    const spelled = names.find((each) => plainOf(each) === plain);
    if (spelled !== undefined) return spelled;
    // this.size, allocs.size, .size
    const last = name.slice(name.lastIndexOf(".") + 1);
    if (last !== name && !last.includes(".")) {
      const inner = this.column(last, { columns, table, isOdd: false });
      const [owner = ""] = name.split(".");
      if (
        inner !== undefined &&
        (owner === "" || /^(?:this|self|row|x|it|df|_)$/i.test(owner) || owner === table)
      ) {
        return inner;
      }
    }
    const wanted = stemsOf(name.replaceAll("_", " ").trim());
    const found = names.filter((each) => this.#isCalled(each, wanted, table));
    const whole = this.catalog.table(table, null)?.columns;
    return found.find((each) => !whole?.some((column) => column.name === each && column.allNull === true)) ??
      found[0];
  }

  #isCalled(column: string, wanted: string, table: string): boolean {
    const own = this.words(table).columns?.[column]?.also ?? [];
    const others = COLUMN_WORDS[column]?.also ?? [];
    return stemOf(column) === wanted || [...own, ...others].some((each) => stemsOf(each) === wanted);
  }

  /** The argument of calls that a name means, as a column. */
  argument(name: string, { table }: Rows): string | undefined {
    const known = this.catalog.familyArguments?.(table, "arg") ?? [];
    return known.includes(name) ? `arg("${name}")` : undefined;
  }

  /** The type of a column. */
  typeOf(name: string, { columns }: Rows): PlanColumn["type"] | undefined {
    return columns.find((each) => each.name === name)?.type;
  }

  /** Whether a query runs and nothing is to be said of it. */
  isFine(query: string): boolean {
    const rows = this.rows(query);
    return rows !== null && !rows.isOdd;
  }
}

/** A name without what languages join words with. */
function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[_.\s-]/g, "");
}
