/**
 * All answers to an editor about many short texts, at each position: suggestions, hovers, arguments, names, colours,
 * corrections. `-- --update` rewrites `recorded.txt`, for review.
 */
import { assertEquals } from "@std/assert";
import {
  colorTokens,
  complete,
  countableStages,
  diagnose,
  folding,
  formatEdits,
  hover,
  namedFiles,
  occurrences,
  quickFixes,
  renameTarget,
  runnableStatements,
  scriptSymbols,
  selectionSpans,
  signatureHelp,
} from "../../src/assist/assist.ts";
import { EMPTY_ENVIRONMENT } from "../../src/query/analysis/environment.ts";
import { CATALOGS } from "../query/analysis/binding.ts";

const GOLDEN = new URL("recorded.txt", import.meta.url);
/** Number of suggestions recorded at each position. */
const MOST = 3;

const TEXTS: Readonly<Record<string, readonly string[]>> = {
  mtrc: [
    "leaks | where size > 4K and func ~ 'net_*' | by file: n = count(), max(size) if kind == alloc | sort n desc | take 3",
    "live @ peak of run | join left (events | where kind in {free, alloc}) on addr = addr | top 3 by size per thread",
    "let big(n, m) = leaks | where size in n..m; let hot = thread:1\nbig(4K, 8K) | where hot | as mine\nmine | select s = substr(func, 0, 2)",
    "diff (live @ 25%), live by func; timeline every 1000 by kind: max(live_bytes)",
    "events | window by thread order seq desc: a = lag(size, 2) | hist size bins 5",
    "match (free as f) then (alloc as g) on addr within 10 until (realloc)\n\nassert leaks | count == 0 : 'none'",
    'use "defs.quarry"; suppress "known"; suppress "mine.supp"; use ""; use "x',
    "leaks | by func pivot kind in {alloc} | through main | callers of net_read unfolded | tree up",
    'sort -size | rename a = line, b = file | drop a | extend c = if(size > 1, coalesce(func, "?"), null)',
    "leaks |\n  where (size >\n   1 and\n  line > 2)\n  | count -- how many\n# a remark\n# of two lines\nlive | explain",
    "leaks | where sise > 1 | byy func | where size = = 3",
    "size:la or file:src/ and not thread in {1, 2",
    "leaks | join anti last (events) on addr, thread before seq | join leaks on seq",
    "allocs | summarize n = count(), max(size) if leaked by func, k = line",
    "",
    "   ",
  ],
  "sp-rtrace": [
    "live @ context LOADED | where context has startup and time > 5s",
    "live @ 5s | sessions gap 1s by type",
  ],
  apitrace: [
    'calls | where arg("target") == 1 and number("level") > 2 | by name',
    "live @ frame 3 | count; frames | top 2",
  ],
  gnatcov: ["gaps in main | where symbol:ma; traces reaching 0x1000; blocks | where outcome == one"],
  two: ["diff leaks of before, leaks of after by func | where trace == after"],
};

const clip = (text: string, most = 90): string => {
  const line = text.replaceAll("\n", "⏎");
  return line.length <= most ? line : `${line.slice(0, most)}…(${line.length})`;
};

/** The positions between words and signs, and one inside each word. */
function placesOf(text: string): number[] {
  const places = new Set([0, text.length]);
  for (const { index, 0: word } of text.matchAll(/[\w.]+|[^\w\s]/g)) {
    places.add(index);
    places.add(index + word.length);
    if (word.length > 2) places.add(index + 2);
  }
  return [...places].sort((a, b) => a - b);
}

function recorded(trace: string, text: string): string {
  const catalog = CATALOGS[trace]!;
  const cut = ({ start, end }: { readonly start: number; readonly end: number }): string =>
    `${start}..${end} ${clip(text.slice(start, end), 24)}`;
  const lines = [`--- ${trace}: ${clip(text, 1000)}`];
  const last: Record<string, string> = {};
  for (const at of placesOf(text)) {
    const here = `${clip(text.slice(Math.max(0, at - 6), at), 99)}^${clip(text.slice(at, at + 3), 99)}`;
    const add = (what: string, said: string): void => {
      // Answers that equal those of the previous position are not repeated.
      if (last[what] !== said) lines.push(`${what} ${here}  ${said}`);
      last[what] = said;
    };
    const { from, to, items, incomplete } = complete(text, at, catalog, EMPTY_ENVIRONMENT);
    const shown = items.slice(0, MOST).map(({ label, insert, caret, kind, type, detail, count }) =>
      [
        label,
        kind,
        type,
        insert === label ? "" : `<${insert}>`,
        caret === insert.length ? "" : caret,
        clip(detail ?? "", 30),
        count,
      ]
        .filter((part) => part !== undefined && part !== "").join(" ")
    );
    const rest = `${items.length}${incomplete ? "+" : ""} of ${from - at}..${to - at}`;
    add("complete", `${rest}: ${shown.join(" / ")}`);
    const about = hover(text, at, catalog, EMPTY_ENVIRONMENT);
    add("hover", about === null ? "nothing" : clip(JSON.stringify(about, spelled), 170));
    const call = signatureHelp(text, at, EMPTY_ENVIRONMENT);
    add("call", call === null ? "none" : clip(JSON.stringify(call, spelled), 160));
    add("name", clip(JSON.stringify(occurrences(text, at, catalog, EMPTY_ENVIRONMENT), spelled), 200));
    add("rename", clip(JSON.stringify(renameTarget(text, at, catalog, EMPTY_ENVIRONMENT), spelled), 80));
    add("select", selectionSpans(text, at).map(cut).join(" < "));
  }
  const tokens = colorTokens(text).map((token) =>
    `${text.slice(token.span.start, token.span.end)}:${colorOf(token)}`
  );
  lines.push(`colours ${clip(tokens.join(" "), 2000)}`);
  const diagnostics = diagnose(text, catalog, EMPTY_ENVIRONMENT, true);
  for (const each of diagnostics) {
    lines.push(`diagnose ${cut(each.span)} ${each.code} ${each.message}`);
  }
  for (const fix of quickFixes(text, { start: 0, end: text.length }, catalog, EMPTY_ENVIRONMENT)) {
    lines.push(`fix ${clip(JSON.stringify(fix, spelled), 300)}`);
  }
  const all: Readonly<Record<string, unknown>> = {
    folds: folding(text),
    edits: formatEdits(text),
    files: namedFiles(text),
    symbols: scriptSymbols(text),
    runs: runnableStatements(text),
    counts: countableStages(text),
  };
  for (const [what, found] of Object.entries(all)) {
    lines.push(`${what} ${clip(JSON.stringify(found, spelled), 700)}`);
  }
  return lines.join("\n");
}

function colorOf(token: ReturnType<typeof colorTokens>[number]): string {
  const { span: _, ...rest } = token;
  return Object.values(rest).join("/");
}

/** Spans as `4..7`, and 64-bit numbers unchanged. */
function spelled(_: string, value: unknown): unknown {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value);
  if (keys.length === 2 && "start" in value && "end" in value) return `${value.start}..${value.end}`;
  return value;
}

Deno.test("answers to editors about short texts are as recorded", async () => {
  const blocks = Object.entries(TEXTS).flatMap(([trace, texts]) =>
    texts.map((text) => recorded(trace, text))
  );
  const text = blocks.join("\n") + "\n";
  if (Deno.args.includes("--update")) await Deno.writeTextFile(GOLDEN, text);
  else assertEquals(text, await Deno.readTextFile(GOLDEN));
});
