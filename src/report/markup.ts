/**
 * Builds HTML from parts. Text from a trace is escaped here and nowhere else.
 * @module
 */

import { escapeHtml } from "../render/escape_html.ts";

/** HTML that is safe to put into a page. */
export class Markup {
  readonly html: string;

  /** Only this file creates instances. */
  constructor(html: string) {
    this.html = html;
  }
}

/** Values allowed in a template: text and numbers are escaped, lists are joined, null is left out. */
type Part = Markup | string | number | bigint | null | readonly Part[];

/** A template of HTML: `markup\`<td>${name}</td>\``. */
export function markup(literals: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(
    literals.map((literal, at) => literal + (at < parts.length ? htmlOf(parts[at]!) : "")).join(""),
  );
}

/** Elements whose end tag may be omitted before the next one. */
const OPEN_ENDED = new Set(["tr", "th", "td"]);

/** An element; its tag and attribute names must not come from a trace. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...children: readonly Part[]
): Markup {
  let html = `<${tag}`;
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) html += value === "" ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return new Markup(`${html}>${htmlOf(children)}${OPEN_ENDED.has(tag) ? "" : `</${tag}>`}`);
}

/** Formats a text to be copied: line breaks and tabs stay, other invisible characters are shown. */
export function verbatim(text: string): Markup {
  return new Markup(
    text.split(/([\n\t])/).map((piece) => /^[\n\t]$/.test(piece) ? piece : escapeHtml(piece)).join(""),
  );
}

function htmlOf(part: Part): string {
  if (part === null) return "";
  if (part instanceof Markup) return part.html;
  if (Array.isArray(part)) return part.map(htmlOf).join("");
  return escapeHtml(String(part));
}
