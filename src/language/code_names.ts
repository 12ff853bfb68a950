/**
 * Combines the knowledge that the extensions of all open traces have about names of code.
 * @module
 */

import type { CodeNames, NamedCode, OpenRun } from "../query/operators/extension.ts";
import { EXTENSIONS } from "./registry.ts";

/** Asks each extension in turn; the first result is used. */
export function codeNames(traces: readonly OpenRun[]): CodeNames {
  const all = EXTENSIONS.map((each) => each.codeNames(traces));
  const first = <T>(ask: (names: CodeNames) => T | null | undefined): T | undefined => {
    for (const each of all) {
      const answer = ask(each);
      if (answer !== null && answer !== undefined) return answer;
    }
    return undefined;
  };
  return {
    symbolAt: (address): string | null => first((names) => names.symbolAt(address)) ?? null,
    sourceAt: (address): string | null => first((names) => names.sourceAt(address)) ?? null,
    symbolRange: (name): NamedCode | undefined => first((names) => names.symbolRange(name)),
    sectionRange: (name): NamedCode | undefined => first((names) => names.sectionRange(name)),
  };
}
