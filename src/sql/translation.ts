/**
 * A query on its way to SQL: the steps so far, each a common table expression over those before it.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import type { Plan } from "../query/plan/plan.ts";
import type { PlanColumn } from "../query/plan/values.ts";
import type { Dialect } from "./dialects/dialect.ts";
import { ROW, type SqlColumn, sqlColumns } from "./names.ts";
import { Untranslatable } from "./untranslatable.ts";

/** The dataset that is asked. */
export interface SqlDataset {
  /** The folder. */
  readonly folder: string;
  /** Traces that have a table; undefined where nobody knows. */
  traces(table: string): readonly string[] | undefined;
  /** Columns that the files of a table have, of one trace or of all; undefined where nobody knows. */
  columns(table: string, trace: string | null): ReadonlySet<string> | undefined;
  /** Names of the bits of a column of masks. */
  bitNames?(column: string): ReadonlyMap<string, bigint> | undefined;
}

/** Rows that a step has: the columns, and `_row`, which says in which order they are and is in no two of them the same. */
export interface SqlRows {
  /** Name of the common table expression. */
  readonly name: string;
  readonly columns: readonly SqlColumn[];
}

/** Text that depends on which columns later steps name. */
type Deferred = (isUsed: (column: string) => boolean) => string;

interface Step {
  readonly name: string;
  readonly comment: string;
  readonly sql: string | Deferred;
}

/** Translates one node of a plan, whose inputs are translated. */
export type TranslatePlan = (plan: Plan, to: Translation) => SqlRows;

/** Plans of results with names, and the names that they could use. */
export type KeptPlans = ReadonlyMap<
  string,
  { readonly plan: Plan; readonly source: string; readonly before: KeptPlans }
>;

/** The names with one more, which stands for a plan of a script. */
export function withKept(kept: KeptPlans, name: string, plan: Plan, source: string): KeptPlans {
  return new Map([...kept, [name, { plan, source, before: kept }]]);
}

/** One statement. */
export class Translation {
  readonly dialect: Dialect;
  readonly dataset: SqlDataset;
  #source: string;
  readonly #translate: TranslatePlan;
  readonly #steps: Step[] = [];
  readonly #known = new Map<Plan, SqlRows>();
  #kept: KeptPlans;
  #comment = "";
  #looks = 0;

  /** `kept` has the plans of results with names, of this statement and those before it. */
  constructor(
    given: { readonly dialect: Dialect; readonly dataset: SqlDataset; readonly source: string },
    translate: TranslatePlan,
    kept: KeptPlans,
  ) {
    this.dialect = given.dialect;
    this.dataset = given.dataset;
    this.#source = given.source;
    this.#translate = translate;
    this.#kept = kept;
  }

  /** The rows of a plan; those that were translated before are the same. */
  rows(plan: Plan): SqlRows {
    let rows = this.#known.get(plan);
    if (!rows) this.#known.set(plan, rows = this.#translate(plan, this));
    return rows;
  }

  /** Results that have names, for the statements that follow. */
  get kept(): KeptPlans {
    return this.#kept;
  }

  /** Remembers a plan under a name (`as`). */
  keep(name: string, plan: Plan): void {
    this.#kept = withKept(this.#kept, name, plan, this.#source);
  }

  /** The rows that an earlier stage has named, of what the names in it meant then. */
  keptRows(name: string): SqlRows | undefined {
    const found = this.#kept.get(name);
    if (!found) return undefined;
    const [now, source] = [this.#kept, this.#source];
    this.#kept = found.before;
    this.#source = found.source;
    try {
      return this.rows(found.plan);
    } finally {
      this.#kept = now;
      this.#source = source;
    }
  }

  /** Adds a step with columns like these; `sql` has them under their names, and `_row`. */
  add(
    word: string,
    plan: Plan,
    sql: string | Deferred,
    columns: readonly SqlColumn[] = this.columns(plan.columns),
  ): SqlRows {
    return { name: this.addStep(word, plan.span, sql), columns };
  }

  /** A name for what is looked up in another table: no two of a statement are the same. */
  lookName(): string {
    return `look_${++this.#looks}`;
  }

  /** Adds a step that only others read; gives its name. */
  addStep(word: string, span: Span, sql: string | Deferred): string {
    const name = `${word}_${this.#steps.length + 1}`;
    const written = this.#source.slice(span.start, span.end).replace(/\s+/g, " ").trim();
    // Several steps may come from one stage: it is said once.
    const comment = written === this.#comment ? "" : written;
    this.#comment = written;
    this.#steps.push({ name, comment, sql });
    return name;
  }

  /** The columns of a plan in SQL. */
  columns(columns: readonly PlanColumn[]): SqlColumn[] {
    return sqlColumns(columns, this.dialect.foldsNames);
  }

  /** A name in quotes where it needs them. */
  quote(name: string): string {
    return this.dialect.quote(name);
  }

  /** Names of columns in a list. */
  list(columns: readonly SqlColumn[], from = ""): string {
    return columns.map(({ name }) => from + this.quote(name)).join(", ");
  }

  /** Stops with a diagnostic. */
  refuse(what: string, reason: string, span: Span, suggestion?: string): never {
    throw new Untranslatable(what, reason, span, suggestion);
  }

  /** The statement that gives the rows of a plan in their order. */
  statement(plan: Plan): string {
    const rows = this.rows(plan);
    const shown = rows.columns.map(({ name }, at) => {
      const wanted = plan.columns[at]!.name;
      return name === wanted ? this.quote(name) : `${this.quote(name)} AS ${this.quote(wanted)}`;
    });
    const last = `SELECT ${shown.join(", ")}\nFROM ${rows.name}\nORDER BY ${ROW}`;
    const texts: string[] = [];
    let later = last;
    for (const { name, comment, sql } of this.#steps.toReversed()) {
      const seen = later;
      const text = typeof sql === "string" ? sql : sql((column) => mentions(seen, this.quote(column)));
      const said = comment === "" ? "" : `  -- ${comment}\n`;
      texts.unshift(`${said}  ${name} AS (${text})`);
      later += `\n${text}`;
    }
    const { settings } = this.dialect;
    return `WITH\n${texts.join(",\n")}\n${last}${settings === "" ? "" : `\n${settings}`}`;
  }
}

/** Whether a text has a name in it. */
function mentions(text: string, name: string): boolean {
  if (!/^\w+$/.test(name)) return text.includes(name);
  return new RegExp(`\\b${name}\\b`).test(text);
}
