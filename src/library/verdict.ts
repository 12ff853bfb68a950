/**
 * The outcomes of the assertions of a script, with the rows that violate them.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import { assertionName, runScript } from "../engine/run_script.ts";
import type { AssertOutcome, Session } from "../engine/session.ts";
import { violatingRowsQuery } from "../language/offending_rows.ts";
import { parseScript, printTree } from "../language/script.ts";
import { type Row, rowsOf } from "./row.ts";

/** Maximum number of rows of a failed assertion in its verdict. */
const ROWS_CARRIED = SHOW_LIMITS.verdictRows.most;

/**
 * The outcome of one `assert` of a script.
 *
 * ```ts
 * import { Quarry, type Verdict } from "@quarry/quarry";
 *
 * await using quarry = await Quarry.open("testdata/mpatrol/wordfreq-le64/trace.mtrc");
 * const { verdicts } = await quarry.query('assert leaks | where size > 4K : "no large leaks"');
 * const failed: readonly Verdict[] = verdicts.filter(({ passed }) => !passed);
 * console.log(failed.map(({ name, found, rows }) => [name, found, rows.length]));
 * ```
 */
export interface Verdict {
  /** Name of the assertion, or its text if it has none. */
  readonly name: string;
  /** Whether it holds. */
  readonly passed: boolean;
  /** Describes the result of the assertion, such as `26 rows`. */
  readonly found: string;
  /** The first rows that violate the assertion, at most 100; empty if it holds or is about a single value. */
  readonly rows: readonly Row[];
  /** Position in the script. */
  readonly span: Span;
}

/** The verdict of an assertion of a script. Queries the rows that violate it. */
export async function verdictOf(
  session: Session,
  outcome: AssertOutcome,
  { text, signal }: { readonly text: string; readonly signal: AbortSignal },
): Promise<Omit<Verdict, "span">> {
  const { passed, found } = outcome;
  const query = passed ? null : violatingRowsQuery(outcome.node, ROWS_CARRIED);
  const rows: Row[] = [];
  if (query !== null) {
    // The definitions of a script with parameters do not outlive it.
    const definitions = parseScript(text).script.statements.filter(({ kind, span }) =>
      (kind === "let" || kind === "use" || kind === "suppress") && span.end <= outcome.span.start
    ).map(({ span }) => text.slice(span.start, span.end) + ";\n");
    await runScript(session, definitions.join("") + printTree(query), {
      rows: ({ table }) => void rows.push(...rowsOf(table)),
    }, { alone: true, aside: true, signal });
  }
  return { name: assertionName(outcome), passed, found, rows };
}
