/**
 * From bound statements to SQL, a statement for each.
 * @module
 */

import type { Diagnostic } from "../base/diagnostic.ts";
import { QueryError } from "../base/errors.ts";
import type { BoundStatement } from "../query/plan/statement.ts";
import { clickhouse } from "./dialects/clickhouse.ts";
import type { Dialect, DialectName } from "./dialects/dialect.ts";
import { duckdb } from "./dialects/duckdb.ts";
import { spark } from "./dialects/spark.ts";
import { translatePlan } from "./steps/registry.ts";
import { type KeptPlans, type SqlDataset, Translation, withKept } from "./translation.ts";
import { Untranslatable } from "./untranslatable.ts";

/** All dialects. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { duckdb, clickhouse, spark };

/** One statement in SQL. */
interface SqlStatement {
  readonly statement: BoundStatement;
  readonly sql: string;
}

/** What statements are translated for. */
interface SqlTarget {
  readonly dialect: Dialect;
  readonly dataset: SqlDataset;
  /** The script. */
  readonly source: string;
}

/** Name of the last result. */
const LAST_RESULT = "_";

/** Translates statements. Throws `QueryError` with what has no SQL, all of it, before anything runs. */
export function translate(statements: readonly BoundStatement[], target: SqlTarget): SqlStatement[] {
  let kept: KeptPlans = new Map();
  const diagnostics: Diagnostic[] = [];
  const made = statements.flatMap((statement): SqlStatement[] => {
    try {
      const translation = new Translation(target, translatePlan, kept);
      const sql = translation.statement(statement.plan);
      kept = translation.kept;
      if (statement.kind === "query") kept = withKept(kept, LAST_RESULT, statement.plan);
      return [{ statement, sql }];
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      diagnostics.push(error.diagnostic);
      return [];
    }
  });
  if (diagnostics.length > 0) throw new QueryError(diagnostics, target.source);
  return made;
}
