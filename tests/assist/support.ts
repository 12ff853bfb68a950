/** Texts with a mark, and the suggestions there. */

import { complete, type Completion, type CompletionItem } from "../../src/assist/assist.ts";
import type { Catalog } from "../../src/query/analysis/catalog.ts";
import { EMPTY_ENVIRONMENT, type Environment } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";

/** A text without its mark `^`, and the position of the mark; without a mark the end. */
export function marked(source: string): { text: string; offset: number } {
  const at = source.indexOf("^");
  return at < 0
    ? { text: source, offset: source.length }
    : { text: source.slice(0, at) + source.slice(at + 1), offset: at };
}

/** Completion at a mark. */
export function completeAt(
  source: string,
  catalog: Catalog = CATALOGS.mtrc!,
  environment: Environment = EMPTY_ENVIRONMENT,
): Completion {
  const { text, offset } = marked(source);
  return complete(text, offset, catalog, environment);
}

/** The first suggested labels. */
export function labelsAt(
  source: string,
  count: number,
  catalog?: Catalog,
  environment?: Environment,
): string[] {
  return completeAt(source, catalog, environment).items.slice(0, count).map(({ label }) => label);
}

/** All labels of one kind. */
export function labelsOf(source: string, kind: CompletionItem["kind"], catalog?: Catalog): string[] {
  return completeAt(source, catalog).items.filter((item) => item.kind === kind).map(({ label }) => label);
}

/** The text after accepting the first suggestion. */
export function accept(source: string, catalog?: Catalog): string {
  const { text } = marked(source);
  const { from, to, items } = completeAt(source, catalog);
  const [item] = items;
  if (item === undefined) return text;
  const insert = `${item.insert.slice(0, item.caret)}^${item.insert.slice(item.caret)}`;
  return text.slice(0, from) + insert + text.slice(to);
}
