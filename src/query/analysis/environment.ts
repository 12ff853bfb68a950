/**
 * What statements leave behind for later ones: definitions, and results that were given a name.
 * @module
 */

import type { SuppressionRule } from "../../names/suppression_rules.ts";
import type { PlanColumn } from "../plan/values.ts";
import type { LetStatement } from "../syntax/ast.ts";

/** A definition and the text it is from, since its spans mean nothing in another text. */
export interface Definition {
  readonly node: LetStatement;
  /** Identity of the script. */
  readonly script: object;
}

/** Definitions of a file, or why there are none. */
export type Library = { readonly definitions: readonly Definition[] } | { readonly problem: string };

/** Rules of a file that says which leaks are known. */
export interface Suppressions {
  /** How it was named. */
  readonly name: string;
  readonly rules: readonly SuppressionRule[];
}

/** Names that earlier statements have made. Binding never changes one: it returns a new one. */
export interface Environment {
  /** `let` definitions. */
  readonly lets: ReadonlyMap<string, Definition>;
  /** Columns of the results kept by `as`, and of the last result under `_`. */
  readonly results: ReadonlyMap<string, readonly PlanColumn[]>;
  /** Leaks that are left out, by the files that know them. */
  readonly suppressions?: readonly Suppressions[] | undefined;
  /** Reads what a `suppress` names; absent where no file may be read. */
  readonly suppressionFile?: ((path: string) => Suppressions | { readonly problem: string }) | undefined;
  /** Reads what a `use` names; absent where no file may be read. */
  readonly library?: ((path: string) => Library) | undefined;
  /** The files and folders that a path may continue with, for who writes a `use` or a `suppress`. */
  readonly paths?:
    | ((typed: string, of: "definitions" | "suppressions") => readonly string[])
    | undefined;
}

/** Nothing is defined. */
export const EMPTY_ENVIRONMENT: Environment = { lets: new Map(), results: new Map() };

/** Name of the last result. */
export const LAST_RESULT = "_";

/** Names of the files of the active suppressions, as functions see them. */
export function namesOfSuppressions(suppressions: readonly Suppressions[]): string {
  return suppressions.map(({ name }) => name).join(", ");
}
