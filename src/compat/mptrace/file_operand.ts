/**
 * The file that mpatrol's tools are about.
 * @module
 */

import { UsageError } from "../../base/errors.ts";

/** The only operand, or what stands for it when there is none. */
export function fileOperand(tool: string, operands: readonly string[], standard: string): string {
  if (operands.length > 1) {
    throw new UsageError(`Cannot run ${tool}: expected one file, found ${operands.length}`);
  }
  return operands[0] ?? standard;
}
