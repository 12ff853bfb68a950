/**
 * Answers as rows like those of a database.
 * @module
 */

import { QueryError } from "../../src/base/errors.ts";
import { preparedScript } from "../../src/engine/run_script.ts";
import type { Session } from "../../src/engine/session.ts";
import type { Answer } from "../query/oracle/duck.ts";
import type { Value } from "../query/oracle/tables.ts";

/** The rows of the last statement; failures of a running query are answers too. */
export async function answer(session: Session, script: string): Promise<Answer> {
  let answer: Answer = { rows: [] };
  try {
    for await (const outcome of session.run(await preparedScript(session, script))) {
      if (outcome.kind !== "query") continue;
      const { table } = outcome;
      try {
        const rows = Array.from(
          { length: table.rowCount },
          (_, row) => table.columns.map((_, column) => table.value(row, column) as Value),
        );
        answer = { rows };
      } finally {
        outcome.release();
      }
    }
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const [first] = error.diagnostics.filter(({ severity }) => severity === "error");
    if (first?.code !== "Q401" && first?.code !== "Q402") {
      throw new Error(`Refused: ${first?.code} ${first?.message}`);
    }
    return { error: first.message };
  }
  return answer;
}

/** The columns that can be compared. Rows that are too wide or too narrow stay unchanged. */
export function kept(answer: Answer, compared: readonly boolean[]): Answer {
  if ("error" in answer || compared.every((each) => each)) return answer;
  return { rows: answer.rows.map((row) => row.filter((_, at) => compared[at] ?? true)) };
}
