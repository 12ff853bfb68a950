/**
 * What is behind a row: the rows of a group, the life of a block, its stack, the line of the source.
 * @module
 */

import type { ResultTable, ResultValue } from "../../base/result_table.ts";
import type { QueryOutcome, Session } from "../session.ts";
import { drillQuery, runs } from "./drill_query.ts";

/** What is behind a row. */
type Behind =
  | { readonly kind: "query"; readonly query: string }
  | { readonly kind: "source"; readonly file: string; readonly line: number };

/** What Enter opens, best first: the first that has rows is shown. */
export function behindRow(outcome: QueryOutcome, row: number, session: Session): Behind[] {
  const { table, text } = outcome;
  const cell = (name: string): ResultValue => valueOf(table, row, name);
  const found: Behind[] = [];
  const propose = (query: string | null): void => {
    if (query !== null && query !== text.trim() && runs(session, query)) found.push({ kind: "query", query });
  };
  propose(drillQuery(outcome, row, session));
  const of = ofTrace(cell("trace"), session);
  const isFrame = table.columns.some(({ name }) => name === "level");
  const [alloc, stack, seq, no] = [cell("alloc"), cell("stack"), cell("seq"), cell("no")];
  if (!isFrame) {
    const life = `events${of} | where alloc == ${alloc}`;
    const isLife = text.trim().startsWith(life);
    if (alloc !== null && !isLife) propose(life);
    if (stack !== null && seq !== null) {
      propose(`events${of} | where seq == ${seq} | unwind | select level, func, file, line, module, addr`);
    }
    if (table.columns.some(({ name }) => name === "entry") && no !== null) {
      propose(`args${of} | where no == ${no}`);
    }
  }
  const [file, line] = [cell("file"), cell("line")];
  if (typeof file === "string" && line !== null && Number(line) > 0) {
    found.push({ kind: "source", file, line: Number(line) });
  }
  return found;
}

/** ` of NAME`, where several traces are open. */
function ofTrace(trace: ResultValue, { traces }: Session): string {
  return traces.length < 2 || typeof trace !== "string" ? "" : ` of ${JSON.stringify(trace)}`;
}

/** A cell by the name of its column; null for a column that is not there. */
function valueOf(table: ResultTable, row: number, name: string): ResultValue {
  const column = table.columns.findIndex((each) => each.name === name);
  return column < 0 ? null : table.value(row, column);
}
