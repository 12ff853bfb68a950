/**
 * Completes the query after `-e` for shells, which call the program with the line being typed.
 * @module
 */

import { SHOW_LIMITS } from "../../base/limits/show_limits.ts";
import { complete, needsWarmUp, warmUp } from "../../assist/assist.ts";
import { tracesOf } from "../../engine/open_trace.ts";
import { SchemaCatalog } from "../../engine/schema_catalog.ts";
import { Session } from "../../engine/session.ts";
import { openInput } from "../../ingest/file_source.ts";
import { load } from "../../ingest/load.ts";
import { CatalogView } from "../../query/analysis/catalog_view.ts";
import { EMPTY_ENVIRONMENT } from "../../query/analysis/environment.ts";
import { visible } from "../../render/visible.ts";
import type { CommandOption } from "../command.ts";
import type { CliHost } from "../host.ts";
import { parametersOf } from "../../language/parameters.ts";
import { QUERY_OPTIONS } from "../query_options.ts";
import { expandLists, traceOperands } from "../trace_operands.ts";
import { shellLine } from "./shell_line.ts";

/**
 * Time limit, because a user is waiting. Whatever takes longer is left out: first the traces, then their
 * values.
 */
const PATIENCE_MS = 80;
/** Larger files are not opened. */
const MOST_BYTES = SHOW_LIMITS.shellTrace.most;
const MOST_ITEMS = SHOW_LIMITS.shellSuggestions.most;

/**
 * The query typed so far, and the ways to continue it: the whole query up to the cursor, its label in a menu,
 * and a short explanation.
 */
interface QueryCompletion {
  readonly query: string;
  readonly proposals: readonly { readonly query: string; readonly label: string; readonly detail: string }[];
}

/** A catalog without messages, because a shell shows only suggestions. */
class QuietCatalog extends CatalogView {
  override get isQuiet(): boolean {
    return true;
  }
}

/** Completes a line whose last word is a query; returns null if it is not. `now` returns milliseconds. */
export async function completeQuery(
  host: CliHost,
  line: string,
  now: () => number = () => performance.now(),
): Promise<QueryCompletion | null> {
  const parameters = await parametersAtEnd(host, line);
  if (parameters !== null) return parameters;
  const asked = queryBeforeCursor(line);
  if (asked === null || /[\n\t]/.test(asked.query)) return null;
  const end = now() + PATIENCE_MS;
  const isLate = (): boolean => now() > end;
  const session = await quickSession(host, asked.operands, isLate);
  const catalog = new QuietCatalog(session?.catalog ?? new SchemaCatalog());
  const environment = session?.environment ?? EMPTY_ENVIRONMENT;
  const { query } = asked;
  // The first call finds out which values are needed, and the second call has them.
  const ask = () => complete(query, query.length, catalog, environment);
  let found = ask();
  if (session && needsWarmUp(catalog)) {
    for (const _ of warmUp(catalog)) if (isLate()) break;
    found = ask();
  }
  const typed = query.slice(found.from);
  const proposals = found.items.filter(({ insert }) => insert.startsWith(typed) && !/[\n\t]/.test(insert))
    .slice(0, MOST_ITEMS)
    .map(({ label, insert, caret, detail, kind, doc }) => ({
      query: query.slice(0, found.from) + insert.slice(0, Math.max(caret, typed.length)),
      label: visible(label),
      detail: visible(doc?.split("\n")[0] || detail || kind).replaceAll("\t", " "),
    }));
  return { query, proposals };
}

/** Returns the query at the end of a line, and the traces that it queries. */
export function queryBeforeCursor(line: string): { query: string; operands: string[] } | null {
  const { words, current } = shellLine(line);
  const args = words.slice(1);
  const operands: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]!;
    const option = optionOf(arg);
    if (option === undefined) {
      if (!arg.startsWith("-") && !(at === 0 && /^(query|repl)$/.test(arg))) operands.push(arg);
    } else if (option.value !== undefined && option.bare === undefined && !arg.includes("=")) {
      if (at === args.length - 1) return option.name === "eval" ? { query: current, operands } : null;
      at++;
    }
  }
  const [, query] = /^(?:--eval=|-e=?)(.*)$/s.exec(current) ?? [];
  return query === undefined ? null : { query, operands };
}

/**
 * Completes `--set` with the parameters of the line's scripts; returns null if the line does not end with
 * that option.
 */
async function parametersAtEnd(host: CliHost, line: string): Promise<QueryCompletion | null> {
  const { words, current } = shellLine(line);
  const joined = /^--set=(.*)$/s.exec(current)?.[1];
  if (joined === undefined && words.at(-1) !== "--set") return null;
  const query = joined ?? current;
  const files = words.flatMap((word, at) =>
    /^(?:-f|--file)$/.test(word)
      ? words.slice(at + 1, at + 2)
      : /^(?:-f=?|--file=)(.+)$/s.exec(word)?.[1] ?? []
  );
  const texts = await Promise.all(
    files.filter((file) => file !== "-").map((file) => host.readTextFile(file).catch(() => "")),
  );
  const proposals = texts.flatMap((text) =>
    parametersOf(text).map(({ name, value: { span }, doc = "" }) => ({
      query: `${name.name}=`,
      label: visible(name.name),
      detail: visible(`${text.slice(span.start, span.end)}${doc === "" ? "" : `, ${doc}`}`.split("\n")[0]!),
    }))
  );
  return { query, proposals: proposals.filter((each) => each.query.startsWith(query)) };
}

function optionOf(arg: string): CommandOption | undefined {
  const [, name] = /^--([^=]+)/.exec(arg) ?? [];
  if (name !== undefined) return QUERY_OPTIONS.find((each) => each.name === name);
  const [, short] = /^-(\w)$/.exec(arg) ?? [];
  return QUERY_OPTIONS.find((each) => short !== undefined && each.short === short);
}

/** Opens a session with the traces if they are files that load quickly; otherwise returns null. */
async function quickSession(
  host: CliHost,
  operands: readonly string[],
  isLate: () => boolean,
): Promise<Session | null> {
  if (operands.length === 0) return null;
  const session = new Session();
  const hurry = (): void => {
    if (isLate()) throw new Error("Completion takes too long");
  };
  try {
    const files = await expandLists(
      host,
      operands.map((each) => each.replace(/^~(?=\/)/, host.env("HOME") ?? "~")),
    );
    for (const { name, path } of traceOperands(host, files)) {
      if (path === "-" || !Deno.statSync(path).isFile) return null;
      const { source, reopen } = await openInput(path);
      try {
        if ((source.size ?? Infinity) > MOST_BYTES) return null;
        const file = await load(source, session.pools, {
          name,
          onProgress: hurry,
          ...(reopen ? { reopen } : {}),
        });
        session.add(tracesOf(file, path));
      } finally {
        source.close();
      }
    }
    return session;
  } catch {
    return null; // an incomplete line may name something that does not exist or is unreadable
  }
}
