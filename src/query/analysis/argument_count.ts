/**
 * Checks the number of arguments of a call: functions, aggregates and window functions.
 * @module
 */

import { arity } from "../functions/registry.ts";
import type { CallExpression } from "../syntax/ast.ts";
import type { CallDoc } from "../syntax/operators.ts";
import type { Binder } from "./binder.ts";
import type { Scope } from "./scope.ts";
import { plural } from "./message_words.ts";

/**
 * Checks whether a call has the number of arguments that its function takes; returns false after reporting an
 * error.
 */
export function hasItsArguments(
  binder: Binder,
  { name, usage, parameters }: CallDoc,
  call: CallExpression,
  scope: Scope,
): boolean {
  const { least, most } = arity(parameters);
  const found = call.args.length;
  if (found >= least && found <= most) return true;
  const wanted = least === most
    ? plural(least, "argument")
    : most === Infinity
    ? `at least ${plural(least, "argument")}`
    : `${least} to ${most} arguments`;
  binder.report("Q205", `${name}() takes ${wanted}, found ${found}`, call, scope, `usage: ${usage}`);
  return false;
}
