/** The answer of a script, as values. */

import type { ResultValue } from "../../src/base/result_table.ts";
import type { Session } from "../../src/engine/session.ts";

/** Rows of the last query of a script. */
export async function rowsOf(session: Session, text: string): Promise<ResultValue[][]> {
  let rows: ResultValue[][] = [];
  for await (const outcome of session.run(session.prepare(text))) {
    if (outcome.kind !== "query") continue;
    const { table } = outcome;
    rows = Array.from(
      { length: table.rowCount },
      (_, row) => table.columns.map((_, at) => table.value(row, at)),
    );
    outcome.release();
  }
  return rows;
}
