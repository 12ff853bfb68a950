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

/** Lists may name lists, but not for ever. */
const DEEPEST_LIST = 8;

/** Puts the names of a list, one a line, in the place of `@LIST`. A file that is there as written wins. */
export async function expandLists(
  host: Pick<CliHost, "exists" | "readTextFile">,
  operands: readonly string[],
  depth = 0,
): Promise<string[]> {
  const files: string[] = [];
  for (const operand of operands) {
    if (!operand.startsWith("@") || operand === "@" || host.exists(operand)) {
      files.push(operand);
      continue;
    }
    if (depth === DEEPEST_LIST) {
      throw new UsageError(`Cannot open "${visible(operand)}": too many lists inside each other`);
    }
    const lines = (await host.readTextFile(operand.slice(1))).split(/\r?\n/).filter((line) => line !== "");
    files.push(...(await expandLists(host, lines, depth + 1)));
  }
  return files;
}

/** Splits `NAME=FILE`; without a name the file's base name counts. A file that is there as written wins. */
export function traceOperands(host: Pick<CliHost, "exists">, operands: readonly string[]): TraceOperand[] {
  const found: TraceOperand[] = [];
  const taken = new Set<string>();
  for (const operand of operands) {
    const equals = /^([A-Za-z_][\w.-]*)=(.+)$/s.exec(operand);
    const trace = equals && !host.exists(operand)
      ? { name: equals[1]!, path: equals[2]! }
      : { name: unusedName(baseName(operand), taken), path: operand };
    if (taken.has(trace.name)) throw new UsageError(`Two traces have the name "${visible(trace.name)}"`);
    taken.add(trace.name);
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
function unusedName(name: string, taken: ReadonlySet<string>): string {
  let unused = name;
  for (let count = 2; taken.has(unused); count++) unused = `${name}_${count}`;
  return unused;
}
