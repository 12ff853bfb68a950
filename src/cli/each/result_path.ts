/**
 * Determines the file for the results of each trace.
 * @module
 */

import { UsageError } from "../../base/errors.ts";
import type { FoundTrace } from "../find_traces.ts";

/** Placeholder for the name of the trace. */
const PLACE = "{name}";

/** The file for the results of a trace. */
export function resultPath(template: string, name: string): string {
  // Folders in the name become part of one file name.
  return template.replaceAll(PLACE, () => name.replaceAll(/[\\/:]/g, "_"));
}

/** Throws `UsageError` unless each trace has its own file. */
export function checkPaths(template: string, files: readonly FoundTrace[]): void {
  if (!template.includes(PLACE)) {
    throw new UsageError(
      `-o needs ${PLACE}, which is replaced by the name of each trace: -o '${PLACE}.json'`,
    );
  }
  const owners = new Map<string, string>();
  for (const { name } of files) {
    const path = resultPath(template, name);
    const other = owners.get(path);
    if (other !== undefined) {
      throw new UsageError(
        `The results of "${other}" and "${name}" would both be in "${path}": give NAME=FILE`,
      );
    }
    owners.set(path, name);
  }
}
