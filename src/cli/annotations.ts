/**
 * Writes failed assertions as GitHub annotations: lines that GitHub Actions shows beside the source.
 * @module
 */

import { assertionName } from "../engine/run_script.ts";
import type { Verdict } from "./verdicts.ts";

/**
 * Formats the annotations. A failed assertion whose row has a source position is annotated there, any other
 * one in its script.
 */
export function annotations(verdicts: readonly Verdict[]): string {
  return verdicts.filter(({ outcome }) => !outcome.passed).flatMap((verdict) => {
    const { outcome, rows } = verdict;
    const title = assertionName(outcome);
    const placed = rows.filter(({ file }) => file !== undefined);
    if (placed.length > 0) return placed.map((row) => line(row, title, row.text));
    return [line(verdict, title, [`found ${outcome.found}`, ...rows.map(({ text }) => text)].join("\n"))];
  }).join("");
}

function line(
  { file, line }: { readonly file?: string | undefined; readonly line?: number | undefined },
  title: string,
  message: string,
): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${property(file)}`]),
    ...(file === undefined || line === undefined ? [] : [`line=${line}`]),
    `title=${property(title)}`,
  ];
  return `::error ${properties.join(",")}::${data(message)}\n`;
}

/** Escapes characters that end a line or begin an escape. */
function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
