import type { ResultColumn, ResultValue } from "../../src/base/result_table.ts";
import { runScript } from "../../src/engine/run_script.ts";
import type { Session } from "../../src/engine/session.ts";

/** The rows of the last query of a script, as returned by the engine. */
export async function ask(
  session: Session,
  script: string,
): Promise<{ columns: readonly ResultColumn[]; rowCount: number; cells: ResultValue[][] }> {
  let found;
  await runScript(session, script, {
    rows({ table }) {
      const { columns, rowCount } = table;
      const cells = Array.from(
        { length: rowCount },
        (_, row) => columns.map((_, column) => table.value(row, column)),
      );
      found = { columns, rowCount, cells };
    },
  });
  return found!;
}
