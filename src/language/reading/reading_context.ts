/**
 * Context for interpreting informal text: the tables, the words for them, and whether a composed query would
 * run.
 * @module
 */

import { COLUMN_SYNONYMS } from "../../tables/column_words.ts";
import type { Catalog } from "../../query/analysis/catalog.ts";
import type { Environment } from "../../query/analysis/environment.ts";
import { LIVE_SOURCES } from "../../query/analysis/live_sources.ts";
import type { PlanColumn } from "../../query/plan/values.ts";
import { bindScript, parseScript } from "../script.ts";
import { stemOf, stemsOf } from "./sentence_tokens.ts";

/** Facts about the rows that a query returns. */
export interface QueryRowsInfo {
  readonly columns: readonly PlanColumn[];
  /** The table that the rows come from. */
  readonly table: string;
  /** Whether binding the query gave diagnostics, for example about a value that occurs in no row. */
  readonly isOdd: boolean;
}

/** Maximum number of queries that are bound for one statement: meaningless text can produce very many. */
const ENOUGH_BOUND = 400;

/** The open traces and the words for their tables and columns. */
export class ReadingContext {
  readonly catalog: Catalog;
  readonly #environment: Environment;
  readonly #known = new Map<string, QueryRowsInfo | null>();

  /** Creates a context from a catalog and the definitions of a session. */
  constructor(catalog: Catalog, environment: Environment) {
    this.catalog = catalog;
    this.#environment = environment;
  }

  /** Facts about the rows of a query; null if the query has errors. */
  rows(query: string): QueryRowsInfo | null {
    let rows = this.#known.get(query);
    if (rows === undefined) {
      rows = this.#known.size < ENOUGH_BOUND ? this.#bind(query) : null;
      this.#known.set(query, rows);
    }
    return rows;
  }

  #bind(query: string): QueryRowsInfo | null {
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
    // The warning that lifetimes are guessed (Q311) is about the trace, not about the query.
    const isOdd = [...diagnostics, ...parsed.diagnostics].some(({ code }) => code !== "Q311");
    return { columns: bound.plan.columns, table, isOdd };
  }

  /** Words that people use for a table and its columns. */
  words(table: string): NonNullable<ReturnType<NonNullable<Catalog["tableWords"]>>> {
    return this.catalog.tableWords?.(table) ?? {};
  }

  /** The column that a name refers to: by its own name, another spelling, or a synonym. */
  column(name: string, { columns, table }: QueryRowsInfo): string | undefined {
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
    const others = COLUMN_SYNONYMS[column]?.also ?? [];
    return stemOf(column) === wanted || [...own, ...others].some((each) => stemsOf(each) === wanted);
  }

  /** The column for the argument of calls that a name refers to. */
  argument(name: string, { table }: QueryRowsInfo): string | undefined {
    const known = this.catalog.familyArguments?.(table, "arg") ?? [];
    return known.includes(name) ? `arg("${name}")` : undefined;
  }

  /** The type of a column; undefined if the rows do not have this column. */
  typeOf(name: string, { columns }: QueryRowsInfo): PlanColumn["type"] | undefined {
    return columns.find((each) => each.name === name)?.type;
  }

  /** Whether a query binds without any diagnostic. */
  isFine(query: string): boolean {
    const rows = this.rows(query);
    return rows !== null && !rows.isOdd;
  }
}

/** A name in lower case, without the separators between its words. */
function plainOf(name: string): string {
  return name.toLowerCase().replaceAll(/[_.\s-]/g, "");
}
