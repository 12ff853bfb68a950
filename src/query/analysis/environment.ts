/**
 * Definitions and named results that statements leave for later ones.
 * @module
 */

import type { SuppressionRule } from "../../names/suppression_rules.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { LetStatement } from "../syntax/ast.ts";

/** A definition, and the script that contains it; spans of the definition are positions in that script. */
export interface Definition {
  readonly node: LetStatement;
  /** Identifies the script. */
  readonly script: object;
}

/** The definitions in a file, or why it has none. */
export type Library = { readonly definitions: readonly Definition[] } | { readonly problem: string };

/** The rules of a suppression file. */
export interface Suppressions {
  /** The name of the file as written in the query. */
  readonly name: string;
  readonly rules: readonly SuppressionRule[];
}

/** Names defined by earlier statements. Immutable: binding returns a new environment. */
export interface Environment {
  /** `let` definitions. */
  readonly lets: ReadonlyMap<string, Definition>;
  /** Columns of the results that were named with `as`, and of the last result, named `_`. */
  readonly results: ReadonlyMap<string, readonly PlanColumn[]>;
  /** Active suppression files; leaks that match their rules are left out. */
  readonly suppressions?: readonly Suppressions[] | undefined;
  /** Reads a suppression file; absent if no file may be read. */
  readonly suppressionFile?: ((path: string) => Suppressions | { readonly problem: string }) | undefined;
  /** Reads a file of definitions for `use`; absent if no file may be read. */
  readonly library?: ((path: string) => Library) | undefined;
  /** Completes a path after `use` or `suppress`. */
  readonly paths?:
    | ((typed: string, of: "definitions" | "suppressions") => readonly string[])
    | undefined;
}

/** An environment without definitions. */
export const EMPTY_ENVIRONMENT: Environment = { lets: new Map(), results: new Map(), suppressions: [] };

/** Name of the last result. */
export const LAST_RESULT = "_";

/** Names of the active suppression files, as passed to functions. */
export function namesOfSuppressions(suppressions: readonly Suppressions[]): string {
  return suppressions.map(({ name }) => name).join(", ");
}
