/**
 * Operands such as `run1.mtrc` and `a=run1.mtrc`.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { visible } from "../render/visible.ts";
import type { CliHost } from "./host.ts";
import { traceNames } from "./trace_names.ts";

/** A file to open and the name it gets. */
export interface TraceOperand {
  /** Name in queries. */
  readonly name: string;
  /** Path, or `-` for standard input. */
  readonly path: string;
}

/** A name may be anything that queries can put between quotes; with a slash in it, it is the path of a file. */
export const NAMED = /^([^=/\\\p{Cc}]+)=(.+)$/su;

/** Lists may name lists, but not for ever. */
const DEEPEST_LIST = FILE_LIMITS.traceLists.most;

/** Puts the names of a list, one a line, in place of `@LIST`. A file that is there as written wins. */
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
      throw new UsageError(`Cannot open "${visible(operand)}": too many nested lists`);
    }
    const lines = (await host.readTextFile(operand.slice(1))).split(/\r?\n/).filter((line) => line !== "");
    files.push(...(await expandLists(host, lines, depth + 1)));
  }
  return files;
}

/** Splits `NAME=FILE`; without a name the file's own name counts. A file that is there as written wins. */
export function traceOperands(host: Pick<CliHost, "exists">, operands: readonly string[]): TraceOperand[] {
  const split = operands.map((operand) => {
    const [, name, path] = NAMED.exec(operand) ?? [];
    return name === undefined || host.exists(operand) ? { path: operand } : { name, path: path! };
  });
  const taken = new Set<string>();
  for (const { name } of split) {
    if (name === undefined) continue;
    if (taken.has(name)) throw new UsageError(`Two traces have the name "${name}"`);
    taken.add(name);
  }
  if (split.filter(({ path }) => path === "-").length > 1) {
    throw new UsageError("Standard input can be read only once");
  }
  const unnamed = traceNames(split.flatMap(({ name, path }) => name === undefined ? [path] : []), taken);
  let next = 0;
  return split.map(({ name, path }) => ({ name: name ?? unnamed[next++]!, path }));
}
