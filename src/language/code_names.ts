/**
 * Looks up names of code (symbols, source lines, sections) in the extensions of all open traces.
 * @module
 */

import type { CodeNames, NamedCode, OpenRun } from "../query/operators/extension.ts";
import { EXTENSIONS } from "./registry.ts";

/** Returns look-ups that try the extensions in turn and use the first result. */
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
