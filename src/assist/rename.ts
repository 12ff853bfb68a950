/**
 * Names defined by scripts, wherever they occur: definitions, parameters and named results.
 * @module
 */

import type { Span } from "../base/diagnostic.ts";
import type { Catalog } from "../query/analysis/catalog.ts";
import type { Environment } from "../query/analysis/environment.ts";
import { isStoredSource } from "../query/analysis/live_sources.ts";
import { writtenName } from "../query/analysis/message_words.ts";
import { stageOf } from "../query/stages/registry.ts";
import type { LetStatement, Node } from "../query/syntax/ast.ts";
import { nodesAt, walk } from "../query/syntax/walk.ts";
import { analyse, analyseUncached, type Analysis } from "./analysis.ts";
import { environmentOfPart, partsContainingWord } from "./long_text.ts";
import { LONG_TEXT_LENGTH, splitIntoParts } from "./text_parts.ts";
import type { Renaming } from "./answers.ts";

/** A name and all its occurrences with the same meaning. */
interface NameOccurrences {
  readonly name: string;
  /** Where it is defined; null if an earlier script defined it. */
  readonly declaration: Span | null;
  /** Spans in the order of the text, including the definition. */
  readonly spans: readonly Span[];
}

/** All occurrences of the name at an offset; null if no script defined it. */
export function occurrences(
  text: string,
  offset: number,
  catalog: Catalog,
  environment: Environment,
): NameOccurrences | null {
  const known = text.length < LONG_TEXT_LENGTH ? null : environmentOfPart(text, catalog, environment);
  if (known) return occurrencesInParts(text, offset, catalog, known);
  const analysis = analyse(text, catalog, environment);
  const target = targetAt(analysis, offset);
  if (target === null) return null;
  const { name, owner } = target;
  const spans = spansOf(analysis, name, owner);
  const declaration = owner ? parameterOf(owner, name) : declarationOf(analysis, name);
  const isKnown = declaration !== null || environment.lets.has(name);
  if (!isKnown || !spans.some(({ start, end }) => start <= offset && offset <= end)) return null;
  return { name, declaration, spans };
}

/** Occurrences in a long text: only parts that contain the name are analysed. */
function occurrencesInParts(
  text: string,
  offset: number,
  catalog: Catalog,
  known: Environment,
): NameOccurrences | null {
  const parts = splitIntoParts(text);
  const part = parts[parts.findLastIndex(({ start }) => start <= offset)];
  if (!part) return null;
  const own = analyseUncached(part.text, catalog, known);
  const target = targetAt(own, offset - part.start);
  if (target === null) return null;
  const { name, owner } = target;
  const spans: Span[] = [];
  let declaration: Span | null = owner ? shiftSpan(parameterOf(owner, name), part.start) : null;
  for (const { start, text: piece } of owner ? [part] : partsContainingWord(text, name)) {
    const analysis = start === part.start ? own : analyseUncached(piece, catalog, known);
    for (const span of spansOf(analysis, name, owner)) spans.push(shiftSpan(span, start));
    const made = owner ? null : declarationOf(analysis, name);
    if (made !== null) declaration ??= shiftSpan(made, start);
  }
  const isKnown = declaration !== null || known.lets.has(name);
  if (!isKnown || !spans.some(({ start, end }) => start <= offset && offset <= end)) return null;
  return { name, declaration, spans };
}

/** The name at an offset; for a parameter also its definition. */
function targetAt(
  { parsed }: Analysis,
  offset: number,
): { readonly name: string; readonly owner: LetStatement | null } | null {
  const path = nodesAt(parsed.script, offset);
  const found = nameIn(path.at(-1));
  if (found === null) return null;
  const owner = path.find((node): node is LetStatement => node.kind === "let");
  const isParameter = owner?.params.some((param) => param.name === found.name) === true &&
    (found.node !== owner.name);
  return { name: found.name, owner: isParameter ? owner! : null };
}

/** Occurrences of a name in a script, or of a parameter in its definition, in order. */
function spansOf(analysis: Analysis, name: string, owner: LetStatement | null): Span[] {
  const spans: Span[] = [];
  const seen = new Set<number>();
  walk(owner ?? analysis.parsed.script, (node) => {
    if (!owner && node.kind === "let" && node.params.some((param) => param.name === name)) {
      // Within this definition, the name refers to its parameter.
      if (node.name.name !== name) return false;
    }
    const here = nameIn(node);
    if (here === null || here.name !== name || isColumn(analysis, here.node)) return;
    const span = here.node.span;
    if (!seen.has(span.start)) spans.push(span);
    seen.add(span.start);
  });
  return spans.sort((a, b) => a.start - b.start);
}

function parameterOf({ params }: LetStatement, name: string): Span {
  return params.find((param) => param.name === name)!.span;
}

function shiftSpan({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** The name at an offset, if it can be renamed. */
export function renameTarget(
  text: string,
  offset: number,
  catalog: Catalog,
  environment: Environment,
): { readonly span: Span; readonly name: string } | null {
  const found = occurrences(text, offset, catalog, environment);
  if (found === null || found.declaration === null) return null;
  const span = found.spans.find(({ start, end }) => start <= offset && offset <= end)!;
  return { span, name: found.name };
}

/** The edits that rename the name at an offset. */
export function renameName(
  text: string,
  offset: number,
  name: string,
  catalog: Catalog,
  environment: Environment,
): Renaming {
  const found = occurrences(text, offset, catalog, environment);
  if (found === null || found.declaration === null) {
    return { refused: "Only names that this script defines can be renamed" };
  }
  const plain = name.replace(/^`(.*)`$/, "$1");
  if (plain === "" || /[`\r\n]/.test(plain)) return { refused: `"${name}" cannot be a name` };
  if (isStoredSource(plain, catalog)) return { refused: `"${plain}" is the name of a table` };
  const long = text.length < LONG_TEXT_LENGTH ? null : environmentOfPart(text, catalog, environment);
  const { lets, results } = long ?? analyse(text, catalog, environment).bound.environment;
  if (plain !== found.name && (lets.has(plain) || results.has(plain))) {
    return { refused: `"${plain}" is defined already` };
  }
  const written = writtenName(plain);
  return { edits: found.spans.map((span) => ({ span, text: written })) };
}

function nameIn(node: Node | undefined): { name: string; node: Node } | null {
  if (node?.kind === "identifier" || node?.kind === "name") return { name: node.name, node };
  // After a colon, a definition looks like any other word.
  return node?.kind === "word" ? { name: node.text, node } : null;
}

function declarationOf({ parsed }: Analysis, name: string): Span | null {
  let found: Span | null = null;
  walk(parsed.script, (node) => {
    if (node.kind === "let" && node.name.name === name) found ??= node.name.span;
    const result = node.kind === "stage" ? stageOf(node).resultName?.(node) : undefined;
    if (result?.name === name) found ??= result.span;
  });
  return found;
}

/** Whether the name is a column or a text at this position, rather than a definition. */
function isColumn(analysis: Analysis, node: Node): boolean {
  if (node.kind === "word") return analysis.exprs.get(node)?.op === "constant";
  const scope = analysis.scopes.get(node);
  if (scope === undefined || node.kind !== "name" || scope.frame?.params.has(node.name) === true) {
    return false;
  }
  return scope.columns.some((column) => column.name === node.name);
}
