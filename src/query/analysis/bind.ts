/**
 * Binding: from the tree of a script to plans that can be run. Every mistake is collected; a statement with a mistake
 * gives no plan.
 *
 * Names are looked up in this order: parameters of the definition that is being unfolded, columns of the rows at that
 * place, definitions. A bare word that is none of these is a text beside a text, and a size class beside a number.
 * @module
 */

import type { Diagnostic } from "../../base/diagnostic.ts";
import type { BoundStatement } from "../plan/statement.ts";
import type { LetStatement, Statement } from "../syntax/ast.ts";
import type { ParseResult } from "../syntax/parser.ts";
import { bindAssert } from "./bind_assert.ts";
import { bindExpression } from "./bind_expression.ts";
import { bindPipeline } from "./bind_pipeline.ts";
import { bindSource } from "./bind_source.ts";
import { Binder, type BindObserver, type GivenRules } from "./binder.ts";
import type { Catalog } from "./catalog.ts";
import { EMPTY_ENVIRONMENT, type Environment, LAST_RESULT, type Library } from "./environment.ts";
import { isStoredSource } from "./live_sources.ts";

/** The rules are given to the binder here, so that none of them imports another that imports it. */
const RULES = { expression: bindExpression, pipeline: bindPipeline, source: bindSource };

/** What binding gives. */
export interface BindResult {
  /** In the order of the text, without those that have mistakes. */
  readonly statements: readonly BoundStatement[];
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[];
  /** What later scripts may use, when this one is run. */
  readonly environment: Environment;
}

/**
 * Binds a parsed script to the open traces.
 *
 * @param rules Bind the stages and sources that there are.
 * @param parsed What the parser gave, mistakes included: what it could not understand is passed over.
 * @param catalog What is known of the traces.
 * @param environment What earlier scripts have defined.
 * @param observer Hears what each part has become.
 */
export function bindStatements(
  rules: GivenRules,
  parsed: Pick<ParseResult, "script">,
  catalog: Catalog,
  environment: Environment = EMPTY_ENVIRONMENT,
  observer: BindObserver | null = null,
): BindResult {
  const binder = new Binder({ ...RULES, ...rules }, catalog, environment, parsed.script, observer);
  const statements: BoundStatement[] = [];
  // Definitions are bound where they are used, so one may use a later one. Of two with one name each use means the
  // last before it.
  for (const statement of parsed.script.statements.toReversed()) {
    if (statement.kind === "let") define(binder, statement);
    else if (statement.kind === "use") {
      useLibrary(binder, environment.library?.(statement.path.value));
    }
  }
  for (const statement of parsed.script.statements) {
    binder.beginStatement();
    const before = binder.errors;
    const bound = bindStatement(binder, statement, environment);
    if (bound !== null && binder.errors === before) statements.push(bound);
  }
  checkUnused(binder, parsed.script.statements);
  const diagnostics = binder.finish().sort((a, b) => a.span.start - b.span.start);
  return {
    statements,
    diagnostics,
    environment: { ...environment, lets: binder.lets, results: binder.results },
  };
}

function define(binder: Binder, node: LetStatement): void {
  const { name } = node.name;
  if (isStoredSource(name, binder.catalog)) {
    binder.report("Q216", `Name "${name}" is that of a table`, node.name, null, "choose another name");
    return;
  }
  binder.lets.set(name, { node, script: binder.script });
}

/** Defines what a file defines. */
function useLibrary(binder: Binder, library: Library | undefined): void {
  if (library === undefined || "problem" in library) return;
  for (const definition of library.definitions) binder.lets.set(definition.node.name.name, definition);
}

function bindStatement(binder: Binder, node: Statement, { library }: Environment): BoundStatement | null {
  switch (node.kind) {
    case "error":
      return null;
    case "let":
      define(binder, node);
      return null;
    case "use": {
      const found = library?.(node.path.value) ?? { problem: "no file can be read here" };
      useLibrary(binder, found);
      if ("problem" in found) {
        binder.report("Q236", `Cannot use "${node.path.value}": ${found.problem}`, node.path, null, {});
      }
      return null;
    }
    case "assert":
      return bindAssert(binder, node);
    case "query": {
      const { plan, open } = binder.pipeline(node.pipeline, null);
      if (open) return null;
      binder.results.set(LAST_RESULT, plan.columns);
      return { kind: "query", plan, span: node.span };
    }
  }
}

/** Binds rows that were defined and never used, so that their mistakes are seen. */
function checkUnused(binder: Binder, statements: readonly Statement[]): void {
  for (const node of statements) {
    if (node.kind !== "let" || node.params.length > 0 || node.value.kind !== "pipeline") continue;
    const definition = binder.lets.get(node.name.name);
    if (definition?.node !== node || binder.used.has(definition)) continue;
    const frame = binder.enter(node.name.name, definition, [], node.name, null);
    if (frame !== null) binder.pipeline(node.value, frame);
  }
}
