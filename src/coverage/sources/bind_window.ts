/**
 * Code shared by the sources of coverage: the check that a coverage trace is open, and windows.
 * @module
 */

import { U64_MAX } from "../../base/u64.ts";
import type { Expr } from "../../query/plan/expressions.ts";
import type { CoveragePlan } from "./plan.ts";
import { coerce, constant, isInteger } from "../../query/plan/types.ts";
import type { Expression } from "../../query/syntax/ast.ts";
import { bindBounds } from "../../query/analysis/bind_range.ts";
import type { Binder } from "../../query/analysis/binder.ts";
import { type DefinitionUse, emptyScope, type Scope, spanInText } from "../../query/analysis/scope.ts";
import { expandDefinitions, isBareWord } from "../../query/analysis/expand_definitions.ts";
import { quote } from "../../query/analysis/message_words.ts";

/** Checks whether a coverage trace is open; reports an error if none is. */
export function hasCoverage(
  binder: Binder,
  words: string,
  at: { readonly span: Expression["span"] },
  frame: DefinitionUse | null,
): boolean {
  const { tableNames } = binder.catalog;
  if (tableNames.includes("ranges") || tableNames.includes("blocks")) return true;
  binder.report("Q201", `${quote(words)} needs a coverage trace, and none is open`, at, { frame });
  return false;
}

/** Binds a window: a range, an address, or the name of a symbol or section; `high` is exclusive. */
export function bindWindow(
  binder: Binder,
  node: Expression,
  frame: DefinitionUse | null,
  kind: CoveragePlan["op"],
): { low: Expr | null; high: Expr | null; module: string | null } | null {
  const scope = emptyScope(frame);
  const unfolded = expandDefinitions(binder, node, scope);
  if (unfolded === null) return null;
  const found = "node" in unfolded ? unfolded.node : node;
  const inner = unfolded.scope;
  const span = spanInText(node.span, scope);
  if (found.kind === "range") {
    const bounds = bindBounds(binder, found, inner, "u64");
    if (bounds === null) return null;
    const { low, high, closed } = bounds;
    const isConstant = (bound: Expr | null): boolean => bound === null || bound.op === "constant";
    if (!isConstant(low) || !isConstant(high)) {
      return binder.report("Q210", "Window is not constant", node, scope);
    }
    if (!closed || high?.op !== "constant" || typeof high.value !== "bigint") {
      return { low, high, module: null };
    }
    const behind = high.value === U64_MAX ? null : constant(high.value + 1n, "u64", span);
    return { low, high: behind, module: null };
  }
  const code = codeNameOf(binder, found, inner);
  if (code !== null) {
    const { catalog } = binder;
    const range = code.what === "symbol"
      ? catalog.symbolRange?.(code.name)
      : catalog.sectionRange?.(code.name);
    if (range !== undefined) {
      const { low, high, module = null } = range;
      return { low: constant(low, "u64", span), high: constant(high, "u64", span), module };
    }
    return binder.report("Q203", `Unknown ${code.what} ${quote(code.name)}`, node, scope, {
      suggestion: `${code.what}s come from the program (--exec); an address range always works`,
    });
  }
  const value = binder.expression(found, inner);
  if (value === null) return null;
  const addr = isInteger(value.type) ? coerce(value, "u64") : undefined;
  if (addr?.op !== "constant" || typeof addr.value !== "bigint" || kind !== "reaching") {
    const [wanted, example] = kind === "reaching"
      ? ["an address", "traces reaching 0x4004"]
      : ["an address range", `${kind} in 0x1000..0x2000`];
    const suggestion = `for example ${example}`;
    return binder.report("Q206", `Expected ${wanted} or a symbol`, node, scope, { suggestion });
  }
  const behind = addr.value === U64_MAX ? null : constant(addr.value + 1n, "u64", span);
  return { low: addr, high: behind, module: null };
}

/** The name of code, given as `main`, `"main"`, `symbol("main")` or `section(".text")`. */
function codeNameOf(
  binder: Binder,
  node: Expression,
  scope: Scope,
): { readonly what: "symbol" | "section"; readonly name: string } | null {
  if (node.kind === "call") {
    const what = node.name.name, [arg] = node.args;
    if ((what !== "symbol" && what !== "section") || node.args.length !== 1) return null;
    const inner = codeNameOf(binder, arg!, scope);
    return inner === null ? null : { what, name: inner.name };
  }
  if (node.kind === "string") return { what: "symbol", name: node.value };
  if (node.kind === "word") return { what: "symbol", name: node.text };
  return isBareWord(binder, node, scope) ? { what: "symbol", name: node.name } : null;
}
