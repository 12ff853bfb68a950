/**
 * Reads operands such as `run1.mtrc` and `a=run1.mtrc`.
 * @module
 */

import { UsageError } from "../base/errors.ts";
import { FILE_LIMITS } from "../base/limits/file_limits.ts";
import { visible } from "../render/visible.ts";
import type { CliHost } from "./host.ts";
import { traceNames } from "./trace_names.ts";

/** A file to open and the name of its trace. */
export interface TraceOperand {
  /** The name in queries. */
  readonly name: string;
  /** The path, or `-` for standard input. */
  readonly path: string;
}

/** Matches `NAME=FILE`. A name may contain anything that queries can quote; with a slash, the operand is a path. */
export const NAMED_OPERAND = /^([^=/\\\p{Cc}]+)=(.+)$/su;

/** Maximum nesting of lists, which may name other lists. */
const DEEPEST_LIST = FILE_LIMITS.traceLists.most;

/**
 * Replaces `@LIST` by the names in a list, one per line. A file that exists under the literal name takes
 * precedence.
 */
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

/**
 * Splits `NAME=FILE`; without a name, the file name is used. A file that exists under the literal name takes
 * precedence.
 */
export function traceOperands(host: Pick<CliHost, "exists">, operands: readonly string[]): TraceOperand[] {
  const split = operands.map((operand) => {
    const [, name, path] = NAMED_OPERAND.exec(operand) ?? [];
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
