/**
 * Formats assistance as Markdown.
 * @module
 */

import { groupDigits } from "../base/group_digits.ts";
import type { Hover, Signature } from "../assist/assist.ts";

/** Formats hover information. */
export function hoverMarkdown(hover: Hover): string {
  const { title, what, type, doc, facts, values, examples } = hover;
  const parts = [`${code(title)} · ${what}${type === undefined ? "" : ` · ${type}`}`];
  if (doc !== "") parts.push(escapeMarkdown(doc));
  if (facts.length > 0) parts.push(facts.map(({ name, value }) => `**${name}** ${code(value)}`).join("  \n"));
  if (values.length > 0) {
    const rows = values.map(({ value, count }) => `| ${cell(value)} | ${groupDigits(count)} |`);
    parts.push(["| value | rows |", "| --- | ---: |", ...rows].join("\n"));
  }
  if (examples.length > 0) parts.push(block(examples.join("\n")));
  return parts.join("\n\n");
}

/** Formats the documentation of a suggestion: a sentence, then examples, one per line. */
export function docMarkdown(doc: string): string {
  const [first, ...examples] = doc.split("\n");
  return examples.length === 0
    ? escapeMarkdown(first!)
    : `${escapeMarkdown(first!)}\n\n${block(examples.join("\n"))}`;
}

/** Formats the documentation of a call or stage. */
export function signatureMarkdown({ doc, examples }: Signature): string {
  return docMarkdown([doc, ...examples].join("\n"));
}

function block(text: string): string {
  return "```quarry\n" + text.replaceAll("```", "'''") + "\n```";
}

/** Formats any text as inline code. */
function code(text: string): string {
  const flat = text.replace(/[\r\n]+/g, " ");
  const ticks = "`".repeat(1 + Math.max(0, ...[...flat.matchAll(/`+/g)].map(([found]) => found.length)));
  const pad = flat.startsWith("`") || flat.endsWith("`") ? " " : "";
  return ticks + pad + flat + pad + ticks;
}

function cell(text: string): string {
  return code(text).replaceAll("|", "\\|");
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~]/g, "\\$&");
}
