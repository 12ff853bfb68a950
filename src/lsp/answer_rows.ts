/**
 * Row counts per stage as inlay hints, and code lenses that run a statement.
 * @module
 */

import type { CancellationToken, CodeLens, InlayHint } from "vscode-languageserver/node";
import { countableStages, rowHint, runnablePlaces } from "../assist/assist.ts";
import type { Session } from "../engine/session.ts";
import type { Headline } from "../headline/headline.ts";
import { headlinesOf } from "../headline/headlines.ts";
import { documentHandlers, type HandlerContext, textOf } from "./document_handlers.ts";
import { pathOfUri } from "./configuration.ts";
import { toRange, toSpan } from "./convert.ts";
import { abortSignalOf, countRows } from "./run_query.ts";
import type { TraceSet } from "./trace_set.ts";

/** Maximum cached counts for each set of traces. */
const MAX_COUNTS = 2000;

/** Handles requests for hints and lenses. */
export function answerRows({ connection, documents, workspace }: HandlerContext): void {
  connection.languages.inlayHint.on(async ({ textDocument, range }, token) => {
    const document = documents.get(textDocument.uri);
    if (document === undefined) return null;
    const { version } = document;
    const set = workspace.setFor(document.uri);
    if (set === null || set.session === null) return [];
    const { start, end } = toSpan(document, range);
    const hints: InlayHint[] = [];
    for (const place of countableStages(textOf(document), { start, end })) {
      const count = await countOf(set, place.query, pathOfUri(document.uri) ?? undefined, token);
      // The text may have changed while the rows were counted.
      if (token.isCancellationRequested || documents.get(document.uri)?.version !== version) return null;
      if (count === null) continue;
      const { at, text, doc } = rowHint(place, count);
      hints.push({ position: document.positionAt(at), label: text, tooltip: doc, paddingLeft: true });
    }
    return hints;
  });
  connection.onCodeLens(
    documentHandlers(documents)(async (document) => {
      const { uri } = document;
      const set = workspace.setFor(uri);
      if (set === null) return null;
      const run = runnablePlaces(textOf(document)).flatMap(({ span, kind }) => {
        const range = toRange(document, span);
        const lens = (title: string, command: string): CodeLens => ({
          range,
          command: { title, command, arguments: [{ uri, range }] },
        });
        return [
          lens(kind === "assert" ? "Check" : "Run", "quarry.run"),
          ...(kind === "query" ? [lens("Explain", "quarry.explain")] : []),
        ];
      });
      return [...run, ...await answerLines(set)];
    }),
  );
}

/** The headlines of the traces, cached while they are open. */
const sentences = new WeakMap<Session, Promise<readonly string[]>>();

/** The headline above the first line, shown as soon as the traces are loaded. */
async function answerLines({ session }: TraceSet): Promise<CodeLens[]> {
  if (session === null) return [];
  if (!sentences.has(session)) {
    sentences.set(session, headlinesOf(session).then((all) => all.map(headlineSentence), () => []));
  }
  const start = { line: 0, character: 0 };
  // A lens without a command is plain text.
  return (await sentences.get(session)!).slice(0, 1).map((title) => ({
    range: { start, end: start },
    command: { title, command: "" },
  }));
}

function headlineSentence({ sentence, damage }: Headline): string {
  const text = sentence.replaceAll("`", "");
  return damage === null ? text : `${text}. Damaged: ${damage}`;
}

async function countOf(
  set: TraceSet,
  query: string,
  file: string | undefined,
  token: CancellationToken,
): Promise<number | null> {
  // Which definitions a query uses depends on the path of its document.
  const key = `${file} ${query}`;
  const known = set.counts.get(key);
  if (known !== undefined) return known;
  const { session, counts } = set;
  if (session === null) return null;
  const signal = abortSignalOf(token);
  let count: number | null = null;
  try {
    count = await countRows(session, query, { file, signal });
  } catch {
    if (signal.aborted) return null;
    // A query with errors has no row count; the diagnostics say why.
  }
  if (counts.size >= MAX_COUNTS) counts.clear();
  counts.set(key, count);
  return count;
}
