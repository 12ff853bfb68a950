/**
 * Collects verdicts of assertions with the rows that failed and the lines of the script.
 * @module
 */

import { lineAndColumn } from "../base/diagnostic.ts";
import type { ResultTable } from "../base/result_table.ts";
import { runScript } from "../engine/run_script.ts";
import type { AssertOutcome, Session } from "../engine/session.ts";
import { violatingRowsQuery } from "../language/offending_rows.ts";
import { printTree } from "../language/script.ts";
import { exactText } from "../render/cell_text.ts";
import type { Script } from "./script.ts";
import type { SourceNames } from "./source_names.ts";

/** Maximum number of rows in the verdict of a failed assertion. */
const ROWS_CARRIED = 10;

/** An assertion, its result and its position in a script. */
export interface Verdict {
  readonly outcome: AssertOutcome;
  /** File of the script; absent for `-e`. */
  file: string | undefined;
  /** Line of the assertion in its script, from 1. */
  readonly line: number;
  /** The first rows that violate the assertion; empty if it is true. */
  rows: readonly FoundRow[];
}

/** A row that violates an assertion. */
export interface FoundRow {
  /** The values of the row without nulls: `func = main, size = 8192`. */
  readonly text: string;
  /** The source file and line that the row names, if any. */
  readonly file?: string;
  readonly line?: number;
}

/** Collects the verdicts of scripts in order. */
export class Verdicts {
  readonly all: Verdict[] = [];

  /** Adds a verdict; those of one script must come in the order of its text. */
  add(outcome: AssertOutcome, { text, file }: Script): void {
    const before = this.all.filter((each) => each.file === file && each.outcome.text === outcome.text).length;
    let at = -1;
    for (let count = 0; count <= before; count++) at = text.indexOf(outcome.text, at + 1);
    this.all.push({ outcome, file, line: lineAndColumn(text, Math.max(0, at)).line, rows: [] });
  }

  /** Converts the names of source files and scripts into paths of the repository. */
  nameSources({ name }: SourceNames): void {
    for (const verdict of this.all) {
      if (verdict.file !== undefined) verdict.file = name(verdict.file);
      verdict.rows = verdict.rows.map((row) =>
        row.file === undefined ? row : { ...row, file: name(row.file) }
      );
    }
  }

  /** Queries the rows of failed assertions. All scripts must have run, since the queries use their definitions. */
  async findRows(session: Session): Promise<void> {
    for (const verdict of this.all) {
      if (verdict.outcome.passed) continue;
      const query = violatingRowsQuery(verdict.outcome.node, ROWS_CARRIED);
      if (query === null) continue;
      try {
        await runScript(session, printTree(query), {
          rows: ({ table }) => void (verdict.rows = foundRows(table)),
        }, {
          alone: true,
        });
      } catch {
        // Keep the verdict even if its rows cannot be found.
      }
    }
  }
}

function foundRows(table: ResultTable): FoundRow[] {
  const texts = table.columns.map(exactText);
  const place = (name: string): number => table.columns.findIndex((column) => column.name === name);
  const [file, line] = [place("file"), place("line")];
  return Array.from({ length: table.rowCount }, (_, row) => {
    const cells = table.columns.flatMap(({ name }, column) => {
      const value = table.value(row, column);
      return value === null ? [] : [`${name} = ${texts[column]!(value)}`];
    });
    const inFile = file < 0 ? null : table.value(row, file);
    const onLine = line < 0 ? null : table.value(row, line);
    return {
      text: cells.join(", "),
      ...(typeof inFile === "string" ? { file: inFile } : {}),
      ...(onLine === null || Number(onLine) < 1 ? {} : { line: Number(onLine) }),
    };
  });
}
