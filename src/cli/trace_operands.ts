/**
 * Operands such as `run1.mtrc` and `a=run1.mtrc`.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { visible } from "../render/visible.ts";
import type { CliHost } from "./host.ts";

/** A file to open and the name it gets. */
export interface TraceOperand {
  /** Name in queries. */
  readonly name: string;
  /** Path, or `-` for standard input. */
  readonly path: string;
}

/** Splits `NAME=FILE`; without a name the file's base name counts. A file that is there as written wins. */
export function traceOperands(host: Pick<CliHost, "exists">, operands: readonly string[]): TraceOperand[] {
  const found: TraceOperand[] = [];
  for (const operand of operands) {
    const equals = /^([A-Za-z_][\w.-]*)=(.+)$/s.exec(operand);
    const trace = equals && !host.exists(operand)
      ? { name: equals[1]!, path: equals[2]! }
      : { name: unusedName(baseName(operand), found), path: operand };
    if (found.some(({ name }) => name === trace.name)) {
      throw new UsageError(`Two traces have the name "${visible(trace.name)}"`);
    }
    found.push(trace);
  }
  if (found.filter(({ path }) => path === "-").length > 1) {
    throw new UsageError("Standard input can be read only once");
  }
  return found;
}

function baseName(path: string): string {
  if (path === "-") return "stdin";
  return path.replace(/[/\\]+$/, "").replace(/^.*[/\\]/s, "") || path;
}

/** `trace.mtrc`, then `trace.mtrc_2` for a file of the same name in another folder. */
function unusedName(name: string, taken: readonly TraceOperand[]): string {
  let unused = name;
  for (let count = 2; taken.some((each) => each.name === unused); count++) unused = `${name}_${count}`;
  return unused;
}
