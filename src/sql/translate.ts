/**
 * Translates bound statements to SQL, one statement each.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import { LAST_RESULT } from "../query/analysis/environment.ts";
import type { BoundStatement } from "../query/plan/statement.ts";
import { clickhouse } from "./dialects/clickhouse.ts";
import type { Dialect, DialectName } from "./dialects/dialect.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { spark } from "./dialects/spark.ts";
import { translatePlan } from "./steps/registry.ts";
import { type NamedPlans, type SqlDataset, Translation, withNamedPlan } from "./translation.ts";
import { Untranslatable } from "./untranslatable.ts";

/** All dialects. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { duckdb, clickhouse, spark };

/** A statement in SQL. */
interface SqlStatement {
  readonly statement: BoundStatement;
  readonly sql: string;
  /** Plans of named results from here on. */
  readonly kept: NamedPlans;
}

/** The target of a translation. */
interface SqlTarget {
  readonly dialect: Dialect;
  readonly dataset: SqlDataset;
  /** Source text of the script. */
  readonly source: string;
}

/**
 * Translates statements; `before` has the named results of earlier scripts. Throws `QueryError` with
 * everything that has no SQL, before anything runs.
 */
export function translate(
  statements: readonly BoundStatement[],
  target: SqlTarget,
  before: NamedPlans = new Map(),
): SqlStatement[] {
  let kept = before;
  const diagnostics: Diagnostic[] = [];
  const made = statements.flatMap((statement): SqlStatement[] => {
    try {
      const translation = new Translation(target, translatePlan, kept);
      const sql = translation.statement(statement.plan);
      kept = translation.kept;
      if (statement.kind === "query") kept = withNamedPlan(kept, LAST_RESULT, statement.plan, target.source);
      return [{ statement, sql, kept }];
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      diagnostics.push(error.diagnostic);
      return [];
    }
  });
  if (diagnostics.length > 0) throw new QueryError(diagnostics, target.source);
  return made;
}
