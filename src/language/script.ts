/**
 * Assembles the language from its grammar, sources, stages and rules.
 * @module
 */

import { type BindResult, bindStatements } from "../query/analysis/bind.ts";
import type { BindObserver, GivenRules } from "../query/analysis/binder.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { findSource, MEMBERSHIPS, POINTS, sourceOf } from "./registry.ts";
import { STAGE_LIST, stageOf } from "../query/stages/registry.ts";
import type { Expression, Pipeline, Script } from "../query/syntax/ast.ts";
import { type FormatResult, formatStatements } from "../query/syntax/format.ts";
import type { Language } from "../query/syntax/language.ts";
import { type ParseResult, parseStatements } from "../query/syntax/parser.ts";
import { Printer } from "../query/syntax/print.ts";

const LANGUAGE: Language = { stages: STAGE_LIST, sources: { find: findSource }, points: POINTS };

const RULES: GivenRules = {
  stage: (binder, node, input, frame) => stageOf(node).bind(binder, node, input, frame),
  memberships: MEMBERSHIPS,
  points: POINTS,
  special: (binder, node, frame) => sourceOf(node).bind(binder, node, frame),
};

/**
 * Parses a script of any number of statements.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const { script, diagnostics } = parseScript("leaks | top 3 by size");
 * assertEquals(script.statements[0]?.kind, "query");
 * assertEquals(diagnostics, []);
 * ```
 */
export function parseScript(text: string): ParseResult {
  return parseStatements(text, LANGUAGE);
}

/**
 * Prints a whole script, its statements one after the other. Comments are not part of the tree: to keep them, use
 * `formatScript()`.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(printScript(parseScript("leaks|where (size>4K)").script), "leaks | where size > 4K\n");
 * ```
 */
export function printScript(script: Script): string {
  return new Printer(LANGUAGE).script(script);
}

/** Parses a text as a single pipeline; null if it is something else or has errors. */
export function parsePipeline(text: string): Pipeline | null {
  const { script: { statements: [statement, more] }, diagnostics } = parseScript(text);
  const isWrong = more !== undefined || diagnostics.some(({ severity }) => severity === "error");
  return statement?.kind === "query" && !isWrong ? statement.pipeline : null;
}

/** Prints a pipeline on one line, or an expression. */
export function printTree(tree: Pipeline | Expression): string {
  const printer = new Printer(LANGUAGE);
  return tree.kind === "pipeline" ? printer.pipeline(tree) : printer.expression(tree);
}

/**
 * Formats a script. Formatting a formatted script changes nothing, and a text with errors is returned
 * unchanged.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(formatScript("leaks|take  3 -- few").text, "leaks | take 3 -- few\n");
 * ```
 */
export function formatScript(text: string): FormatResult {
  return formatStatements(text, LANGUAGE);
}

/**
 * Binds a parsed script to the open traces.
 *
 * @param parsed Result of the parser, errors included: parts that it could not understand are skipped.
 * @param catalog Facts about the traces.
 * @param environment The definitions of earlier scripts.
 * @param observer Is notified of the result of binding each part.
 */
export function bindScript(
  parsed: Pick<ParseResult, "script">,
  catalog: Catalog,
  environment?: Environment,
  observer: BindObserver | null = null,
): BindResult {
  return bindStatements(RULES, parsed, catalog, environment, observer);
}
