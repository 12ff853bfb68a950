/**
 * Implements `quarry suppress`.
 * @module
 */

import { countOf } from "../base/amount_text.ts";
import { UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { queryForRows } from "../engine/ask_rows.ts";
import type { Session } from "../engine/session.ts";
import { framesOf, namedFrame } from "../engine/stack_frames.ts";
import { isForeign } from "../names/foreign_code.ts";
import type { RuleFrame } from "../names/suppression_rules.ts";
import { isStableName, type LeakingStack, SuppressionWriter } from "../names/write_suppressions.ts";
import { type Arguments, EXIT } from "./command.ts";
import { reportFailure } from "./failure.ts";
import type { CliHost } from "./host.ts";
import { type OutputSettings, outputSettings, showResult } from "./output.ts";
import { SUPPRESSION_SYNTAXES } from "./suppression_syntaxes.ts";
import { openSession } from "./run_queries.ts";

/** Maximum number of leaks in the list. */
const LISTED = 20;

/** A leak, and whether a rule should be written for it. */
interface Leak extends LeakingStack {
  readonly chosen: boolean;
}

/** Lists leaks, or writes rules for the chosen ones; returns the exit code. */
export async function runSuppress(host: CliHost, args: Arguments): Promise<number> {
  const settings = outputSettings(host, args);
  const [file, which] = args.operands;
  const session = await openSession(host, args, [file!]);
  try {
    if (which === undefined) return await listLeaks(host, session, settings);
    const syntax = SUPPRESSION_SYNTAXES[args.value("syntax") ?? "lsan"]!;
    return await writeRules(host, await leaksOf(session, which), syntax);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    return await reportFailure(host, error);
  } finally {
    session.closeAll();
  }
}

function hasColumn(session: Session, name: string): boolean {
  return session.catalog.table("allocs", null)?.columns.some((column) => column.name === name) ?? false;
}

/** Builds the query for leaks by backtrace. Its order determines their numbers; further stages may follow. */
function leaksQuery(session: Session, test: string): string {
  const keys = ["stack", "func"].filter((key) => hasColumn(session, key));
  if (keys.length === 0) {
    throw new UsageError("The trace has no leaks: it does not record lifetimes of blocks");
  }
  const order = ["bytes desc", ...keys].join(", ");
  return `leaks | by ${
    keys.join(", ")
  }: blocks = count(), bytes = sum(size), chosen = count() if ${test} | ` +
    `sort ${order} | window order ${order}: n = row_number()`;
}

async function listLeaks(host: CliHost, session: Session, settings: OutputSettings): Promise<number> {
  const has = (name: string): boolean => hasColumn(session, name);
  const shown = [
    ...(has("stack") ? ["place", "place_file", "place_line"] : []),
    ...(has("func") ? ["func"] : []),
  ];
  const query = `${leaksQuery(session, "true")} | take ${LISTED} | select ${
    ["n", "bytes", "blocks", ...shown].join(", ")
  }`;
  await queryForRows(session, query, (table) => showResult(host, table, settings));
  return EXIT.ok;
}

/** Returns all leaks; those that the user chose by number or by a filter are marked. */
async function leaksOf(session: Session, which: string): Promise<readonly Leak[]> {
  const number = /^\d+$/.test(which) ? Number(which) : null;
  const leaks = await queryForRows(
    session,
    leaksQuery(session, number === null ? `(${which})` : "true"),
    (table) => {
      const at = (name: string): number => table.columns.findIndex((column) => column.name === name);
      return Array.from({ length: table.rowCount }, (_, row): Leak => ({
        frames: framesIn(session, table, row, { stack: at("stack"), func: at("func") }),
        blocks: Number(table.value(row, at("blocks"))),
        chosen: number === null ? Number(table.value(row, at("chosen"))) > 0 : row + 1 === number,
      }));
    },
  );
  if (leaks.some(({ chosen }) => chosen)) return leaks;
  throw new UsageError(
    number === null
      ? `No leak matches ${which}`
      : `There is no leak ${number}: "quarry suppress FILE" lists ${leaks.length}`,
  );
}

/** Returns the backtrace of a row. If it has no names, a single frame contains the function of the row. */
function framesIn(
  session: Session,
  table: ResultTable,
  row: number,
  at: { readonly stack: number; readonly func: number },
): readonly RuleFrame[] {
  const stack = at.stack < 0 ? null : table.value(row, at.stack);
  const func = at.func < 0 ? null : table.value(row, at.func);
  const named = typeof func === "string" ? [{ func, file: "", line: 0, module: "" }] : [];
  if (stack === null || typeof stack === "string") return named;
  const frames = framesOf(session.pools, Number(stack)).map((frame) => {
    const { name, file, line, module } = namedFrame(session.pools, frame);
    return { func: name, file, line, module };
  });
  // Addresses change between runs, so a rule cannot use them.
  return frames.some((frame) => isStableName(frame)) ? frames : named;
}

async function writeRules(
  host: CliHost,
  leaks: readonly Leak[],
  syntax: "lines" | "blocks",
): Promise<number> {
  const others = leaks.filter(({ chosen }) => !chosen);
  const writer = new SuppressionWriter(syntax, { others, isOwn: (frame) => !isForeign(frame) });
  let nameless = 0;
  for (const leak of leaks) {
    if (leak.chosen && !writer.knows(leak.frames) && !writer.add(leak)) nameless += leak.blocks;
  }
  await host.stdout.write(writer.text);
  const more = others.reduce((sum, each) => sum + (writer.knows(each.frames) ? each.blocks : 0), 0);
  if (more > 0) await host.stderr.write(`also leaves out ${countOf(more, "other leak")}\n`);
  if (nameless === 0) return EXIT.ok;
  await host.stderr.write(
    `${countOf(nameless, "leak")} have no name in their backtraces that a rule could use\n`,
  );
  return EXIT.failed;
}
