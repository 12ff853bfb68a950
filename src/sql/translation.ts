/**
 * A query during its translation: its steps so far, each of which is a common table expression over earlier
 * ones.
 * @module
 */

import { hasSmallNumbers } from "../engine/dataset/small_numbers.ts";
import type { Span } from "../base/diagnostic.ts";
import type { Plan } from "../query/plan/plan.ts";
import type { Dialect, TableText } from "./dialects/dialect.ts";
import { Untranslatable } from "./untranslatable.ts";
import type { PlanColumn } from "../query/plan/values.ts";

/** The column that gives the order of rows. */
export const ROW_ORDER_COLUMN = "_row";

/** A column of a step. */
export interface SqlColumn {
  /** SQL name of the column, without quotes. */
  readonly name: string;
  readonly type: PlanColumn["type"];
}

/** Assigns unique SQL names to columns. */
function sqlColumns(columns: readonly PlanColumn[], foldsNames: boolean): SqlColumn[] {
  const taken = new Set([ROW_ORDER_COLUMN]);
  const key = (name: string): string => foldsNames ? name.toLowerCase() : name;
  return columns.map(({ name, type }) => {
    let own = name === "" ? "column" : name;
    for (let at = 2; taken.has(key(own)); at++) own = `${name}_${at}`;
    taken.add(key(own));
    return { name: own, type };
  });
}

/** The dataset that is queried. */
export interface SqlDataset {
  /** Path of the folder. */
  readonly folder: string;
  /** Traces that have a table; undefined if unknown. */
  traces(table: string): readonly string[] | undefined;
  /** Columns of a table's files, in one trace or in all; undefined if unknown. */
  columns(table: string, trace: string | null): ReadonlySet<string> | undefined;
  /** Names of the bits of a column of masks. */
  bitNames?(column: string): ReadonlyMap<string, bigint> | undefined;
}

/** The rows of a step: its columns, and `_row`, which gives their order and is unique. */
export interface SqlRows {
  /** Name of the common table expression. */
  readonly name: string;
  readonly columns: readonly SqlColumn[];
}

/** SQL text that depends on which columns later steps use. */
type Deferred = (isUsed: (column: string) => boolean) => string;

interface Step {
  readonly name: string;
  readonly comment: string;
  readonly sql: string | Deferred;
}

/** Translates a plan node; its inputs are translated when it requests them. */
type TranslatePlan = (plan: Plan, to: Translation) => SqlRows;

/** Translations of plan steps by name; each receives the plan of its kind. */
// deno-lint-ignore no-explicit-any
export type StepTexts = Readonly<Record<string, (plan: any, to: Translation) => SqlRows>>;

/** Plans of named results, with the names available to them. */
export type NamedPlans = ReadonlyMap<
  string,
  { readonly plan: Plan; readonly source: string; readonly before: NamedPlans }
>;

/** Adds the plan of a script under a name. */
export function withNamedPlan(kept: NamedPlans, name: string, plan: Plan, source: string): NamedPlans {
  return new Map([...kept, [name, { plan, source, before: kept }]]);
}

/** The translation of one statement. */
export class Translation {
  readonly dialect: Dialect;
  readonly dataset: SqlDataset;
  #source: string;
  readonly #translate: TranslatePlan;
  readonly #steps: Step[] = [];
  readonly #known = new Map<Plan, SqlRows>();
  #kept: NamedPlans;
  /** The plan whose steps are being added. */
  #plan: Plan | undefined;
  #comment = "";
  #looks = 0;

  /** `kept` has the plans of named results, of this statement and earlier ones. */
  constructor(
    given: { readonly dialect: Dialect; readonly dataset: SqlDataset; readonly source: string },
    translate: TranslatePlan,
    kept: NamedPlans,
  ) {
    this.dialect = given.dialect;
    this.dataset = given.dataset;
    this.#source = given.source;
    this.#translate = translate;
    this.#kept = kept;
  }

  /** The rows of a plan; a plan is translated only once. */
  rows(plan: Plan): SqlRows {
    const known = this.#known.get(plan);
    if (known) return known;
    const reader = this.#plan;
    this.#plan = plan;
    const rows = this.#translate(plan, this);
    this.#plan = reader;
    this.#known.set(plan, rows);
    return rows;
  }

  /** Named results, for later statements. */
  get kept(): NamedPlans {
    return this.#kept;
  }

  /** Names a plan (`as`). */
  keep(name: string, plan: Plan): void {
    this.#kept = withNamedPlan(this.#kept, name, plan, this.#source);
  }

  /** The rows that an earlier stage has named, with the names that were defined there. */
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

  /** Adds the last step of a plan. `sql` must return these columns under their names, and `_row`. */
  add(word: string, sql: string, columns: readonly SqlColumn[] = this.columns()): SqlRows {
    return { name: this.step(word, sql), columns };
  }

  /**
   * Adds the last step with a value for each column, followed by the rest of the query; columns that no later
   * step uses are left out.
   */
  addUsed(word: string, values: readonly string[], rest: string): SqlRows {
    const columns = this.columns();
    const name = this.step(word, (isUsed) => {
      const used = columns.flatMap((each, at) =>
        isUsed(each.name) ? [this.named([values[at]!], [each])] : []
      );
      return `SELECT ${[...used, rest].join(", ")}`;
    });
    return { name, columns };
  }

  /** A unique name for a lookup in another table. */
  lookupName(): string {
    return `look_${++this.#looks}`;
  }

  /** Adds an intermediate step and returns its name. */
  step(word: string, sql: string | Deferred): string {
    const name = `${word}_${this.#steps.length + 1}`;
    const { span } = this.#plan!;
    const written = this.#source.slice(span.start, span.end).replace(/\s+/g, " ").trim();
    // Several steps may belong to the same stage, whose comment is written once.
    const comment = written === this.#comment ? "" : written;
    this.#comment = written;
    this.#steps.push({ name, comment, sql });
    return name;
  }

  /** The SQL columns of the plan. */
  columns(): SqlColumn[] {
    return sqlColumns(this.#plan!.columns, this.dialect.foldsNames);
  }

  /** A list of values with column aliases. */
  named(values: readonly string[], columns: readonly SqlColumn[] = this.columns()): string {
    return values.map((value, at) => {
      const own = this.quote(columns[at]!.name);
      return value === own ? own : `${value} AS ${own}`;
    }).join(", ");
  }

  /** Returns the select list of the plan; `values` has the expression of each column, by name. */
  picked(values: Readonly<Record<string, string>>): string {
    return this.named(this.#plan!.columns.map(({ name }) => values[name]!));
  }

  /** Traces that have a table; undefined if unknown. */
  tracesWith(table: string): readonly string[] | undefined {
    const traces = this.dataset.traces(table);
    return traces?.length === 0
      ? this.refuse(`"${table}"`, "the dataset has no such table", this.#plan!.span)
      : traces;
  }

  /** The files of a table of the dataset, of one trace or of all. */
  table(table: string, trace: string | null = null): TableText {
    return this.dialect.table({ folder: this.dataset.folder, table, trace });
  }

  /** Quotes a name if necessary. */
  quote(name: string): string {
    return this.dialect.quote(name);
  }

  /** A list of column names. */
  list(columns: readonly SqlColumn[]): string {
    return columns.map(({ name }) => this.quote(name)).join(", ");
  }

  /** Throws a diagnostic. */
  refuse(what: string, reason: string, span: Span, suggestion?: string): never {
    throw new Untranslatable(what, reason, span, suggestion);
  }

  /** The complete statement for a plan, with its rows in order. */
  statement(plan: Plan): string {
    const rows = this.rows(plan);
    const shown = rows.columns.map(({ name }, at) => {
      const { name: wanted, type } = plan.columns[at]!;
      const { small } = this.dialect;
      if (small && type === "u64" && hasSmallNumbers(wanted)) {
        return `${small(this.quote(name))} AS ${this.quote(wanted)}`;
      }
      return name === wanted ? this.quote(name) : `${this.quote(name)} AS ${this.quote(wanted)}`;
    });
    const last = `SELECT ${shown.join(", ")}\nFROM ${rows.name}\nORDER BY ${ROW_ORDER_COLUMN}`;
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

/** Whether a text contains a name. */
function mentions(text: string, name: string): boolean {
  if (!/^\w+$/.test(name)) return text.includes(name);
  return new RegExp(`\\b${name}\\b`).test(text);
}
