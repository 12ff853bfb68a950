/**
 * Puts the figures of the bench of sizes into its page.
 *
 *     deno task bench size --events 100000000 --json docs/size.json
 *     deno run -A --config tests/deno.json tests/bench/size_document.ts
 *
 * Reads docs/size.json; writes docs/size.md.
 * @module
 */

import { between, table, timeText } from "./document.ts";
import type { CommandFigures } from "./peers/ask_size.ts";
import type { BudgetRun, SizeOfTrace, SizeResult } from "./size_bench.ts";
import { SIZE_QUESTIONS } from "./size_questions.ts";

const ROOT = new URL("../../", import.meta.url);

/** Bytes with two significant digits. */
export function bytesText(bytes: number): string {
  const units = ["bytes", "KB", "MB", "GB"];
  let unit = 0;
  for (; bytes >= 999.5 && unit < units.length - 1; unit++) bytes /= 1000;
  return `${unit > 0 && bytes < 9.95 ? bytes.toFixed(1) : Math.round(bytes)} ${units[unit]}`;
}

function figuresText({ milliseconds, peakMegabytes, bytesRead }: CommandFigures): string {
  return `${timeText(milliseconds)}; ${peakMegabytes} MB; ${bytesText(bytesRead)}`;
}

/** Everything that the page says about traces of one size. */
function sizeSection(trace: SizeOfTrace, runs: readonly BudgetRun[]): string {
  const rows = [
    ["first load, index not saved", ...runs.map(({ load }) => figuresText(load))],
    ...SIZE_QUESTIONS.map(({ work }) => [
      work.replaceAll("|", "\\|"),
      ...runs.map(({ asked }) => {
        const figures = asked[work];
        return figures === undefined ? "" : figuresText(figures);
      }),
    ]),
  ];
  const { fileBytes, indexBytes, index, events } = trace;
  return [
    `### ${events / 1e6} million events`,
    `The trace has ${bytesText(fileBytes)}, its index ${
      bytesText(indexBytes)
    }: reading the one and saving the other took ` +
    `${timeText(index.milliseconds)} and ${index.peakMegabytes} MB.`,
    table(["Question", ...runs.map(({ budget }) => `\`--memory ${budget}\``)], rows),
  ].join("\n\n");
}

/** Everything that the page says about a run. */
export function sizePage({ machine, program, traces, runs }: SizeResult): string {
  return [
    `${machine.processor}, ${machine.cores} cores; Deno ${machine.deno}.` +
    (program ? ` The first answer about a trace of a thousand events takes ${figuresText(program)}.` : ""),
    ...traces.map((trace) => sizeSection(trace, runs.filter(({ events }) => events === trace.events))),
  ].join("\n\n");
}

/** The table of resident memory by format. */
export function residentTable({ resident }: SizeResult): string {
  return table(
    ["Format", "Texts", "Backtraces", "Zone maps", "Other lists", "While it is read, at most"],
    resident.map(({ format, texts, stacks, objects, others, whileReading }) => [
      format,
      ...[texts, stacks, objects, others, whileReading].map(bytesText),
    ]),
  );
}

if (import.meta.main) {
  const result: SizeResult = JSON.parse(Deno.readTextFileSync(new URL("docs/size.json", ROOT)));
  const page = new URL("docs/size.md", ROOT);
  const text = between(Deno.readTextFileSync(page), "sizes", sizePage(result));
  Deno.writeTextFileSync(page, between(text, "resident", residentTable(result)));
  await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", "docs/size.json", "docs/size.md"],
    cwd: ROOT,
  })
    .output();
}
