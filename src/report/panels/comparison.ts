/**
 * Two traces that are compared.
 * @module
 */

import { quoteTraceName } from "../../engine/ask_rows.ts";
import { profileOf } from "../../engine/profile_of.ts";
import type { Weight } from "../../formats/format_types.ts";
import type { PanelContext } from "../panel_context.ts";

/** Both traces and what they have in common. */
export class Comparison {
  readonly before: PanelContext;
  readonly after: PanelContext;

  constructor(before: PanelContext, after: PanelContext) {
    this.before = before;
    this.after = after;
  }

  /** Whether both traces have a table. */
  both(table: string, column?: string): boolean {
    return this.before.has(table, column) && this.after.has(table, column);
  }

  /** Columns that both traces have and at least one of them fills. */
  keys(table: string, names: readonly string[]): string[] {
    return names.filter((name) =>
      this.both(table, name) &&
      [this.before, this.after].some((each) => each.filled(table, [name]).length > 0)
    );
  }

  /** The weights that both profiles have, if the files name them. */
  weights(): Weight[] {
    const [before, after] = [this.before, this.after].map(({ open }) => profileOf(open.trace)?.weights ?? []);
    return before!.filter(({ name }) => /^\w+$/.test(name) && after!.some((each) => each.name === name));
  }

  /** Stages that sum a column for each trace: `bytes_before = sum(bytes) if trace == "a", …`. */
  sums(column: string): string {
    const [before, after] = [this.before, this.after].map(({ open }) => quoteTraceName(open.name));
    return `${column}_before = sum(${column}) if trace == ${before}, ${column}_after = sum(${column}) if trace == ${after}`;
  }
}
