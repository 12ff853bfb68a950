/**
 * Binds columns that are selected by an argument, such as `arg("target")` on calls.
 * @module
 */

import { didYouMean } from "../../base/did_you_mean.ts";
import { findAggregate } from "../aggregates/registry.ts";
import { findFunction } from "../functions/registry.ts";
import type { Expr } from "../plan/expressions.ts";
import { planType } from "../plan/types.ts";
import type { CallExpression, Expression } from "../syntax/ast.ts";
import type { Binder } from "./binder.ts";
import { traceOf } from "./numeric_columns.ts";
import { type Scope, spanInText } from "./scope.ts";
import { expandDefinitions } from "./expand_definitions.ts";
import { listFirst, quote } from "./message_words.ts";

/**
 * Returns the column of a family; null after reporting an error; undefined if the rows have no such family.
 */
export function bindFamily(
  binder: Binder,
  family: string,
  argument: string,
  node: Expression,
  scope: Scope,
): Expr | null | undefined {
  const { table } = scope;
  if (table === null || !table.families.includes(family)) return undefined;
  const { catalog } = binder;
  const type = catalog.familyType?.(table.name, family, argument, traceOf(scope));
  if (type === "text" && family === "number") {
    const shown = JSON.stringify(argument);
    const message =
      `Argument ${shown} has negative values and values above 9223372036854775807: no type holds both`;
    const suggestion =
      `compare arg(${shown}), which is exact, or use signed(${shown}) and unsigned(${shown})`;
    return binder.report("Q227", message, node, scope, suggestion);
  }
  if (type === null) {
    const own = catalog.familyArguments?.(table.name, family);
    const known = own ?? catalog.familyArguments?.(table.name, "arg") ?? [];
    // The argument belongs to another family: `args("type")` is meant as `arg("type")`.
    const elsewhere = own === undefined && known.includes(argument)
      ? `arg(${JSON.stringify(argument)})`
      : undefined;
    const meant = didYouMean(argument, known);
    if (argument === "") return reportBare(binder, family, known, node, scope);
    const message = `No row of ${table.name} has ${family} ${quote(argument)}`;
    const suggestion = elsewhere !== undefined
      ? `did you mean ${elsewhere}?`
      : meant === undefined
      ? known.length === 0 ? undefined : `the trace has: ${listFirst(known)}`
      : `did you mean ${quote(meant)}?`;
    binder.report("Q302", message, node, scope, suggestion);
  }
  return {
    op: "family",
    table: table.name,
    family,
    argument,
    type: planType(type ?? "text"),
    span: spanInText(node.span, scope),
  };
}

/** Reports a family that is used without an argument: `text` instead of `text("dpy")`. */
function reportBare(
  binder: Binder,
  family: string,
  known: readonly string[],
  node: Expression,
  scope: Scope,
): null {
  const right = known[0] === undefined ? undefined : `${family}(${JSON.stringify(known[0])})`;
  return binder.report("Q205", `${family} is a function of an argument of calls`, node, scope, {
    suggestion: right === undefined
      ? `write ${family}("NAME")`
      : `did you mean ${right}? ${listFirst(known)}`,
    fix: right,
  });
}

/** Returns the text form of an argument column that has another type; undefined for anything else. */
export function argumentText(binder: Binder, expr: Expr, scope: Scope): Expr | undefined {
  if (expr.op !== "family" || expr.family !== "arg" || expr.type === "text") return undefined;
  const type = binder.catalog.familyType?.(expr.table, "text", expr.argument, traceOf(scope));
  return type ? { ...expr, family: "text", type } : undefined;
}

/** Binds `arg("name")`; undefined if the call does not name a family. */
export function bindFamilyCall(binder: Binder, node: CallExpression, scope: Scope): Expr | null | undefined {
  const { name } = node.name;
  if (name !== "arg" && scope.table?.families.includes(name) !== true && !isFamilyElsewhere(binder, name)) {
    return undefined;
  }
  if (scope.open) return null;
  if (node.args.length !== 1) {
    const message = `${name}() takes 1 argument, found ${node.args.length}`;
    return binder.report("Q205", message, node, scope, `for example ${name}("target")`);
  }
  const unfolded = expandDefinitions(binder, node.args[0]!, scope);
  if (unfolded === null) return null;
  const argument = "node" in unfolded && unfolded.node.kind === "string" ? unfolded.node : null;
  if (argument === null) {
    if ("node" in unfolded && unfolded.node.kind === "error") return null;
    const bare = node.args[0]!.kind === "name" ? node.args[0]!.name : null;
    return binder.report("Q210", `Argument of ${name}() is not a quoted text`, node.args[0]!, scope, {
      suggestion: bare === null ? undefined : `did you mean ${name}("${bare}")?`,
      fix: bare === null ? undefined : `"${bare}"`,
    });
  }
  const bound = bindFamily(binder, name, argument.value, node, scope);
  if (bound !== undefined) return bound;
  const { catalog } = binder;
  const owner = catalog.tableNames.find((table) => catalog.table(table, null)?.families.includes(name));
  const message = scope.table === null
    ? `${name}() needs the unchanged rows of a table`
    : `Table ${quote(scope.table.name)} has no ${name}()`;
  const suggestion = owner === undefined
    ? catalog.tableNames.map((table) => catalog.missingColumn?.(table, name, null)).find((why) =>
      why !== undefined
    ) ??
      "no open trace has arguments of calls"
    : scope.table === null
    ? "put it before the stages that change the rows, or add it as a column with extend"
    : `begin with ${owner} | where …`;
  return binder.report("Q219", message, node, scope, suggestion);
}

/** Whether a name is a family that only other tables have, such as `f32("pointer")`. */
function isFamilyElsewhere({ catalog }: Binder, name: string): boolean {
  return findFunction(name) === undefined && findAggregate(name) === undefined &&
    catalog.tableNames.some((table) => catalog.table(table, null)?.families.includes(name));
}
