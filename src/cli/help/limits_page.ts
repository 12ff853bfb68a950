/**
 * Composes the page about limits, and `docs/limits.md`.
 * @module
 */

import { type Limit, limitFigure, type LimitGroup } from "../../base/limits/limit.ts";
import { GENERAL_LIMITS, UNLIMITED } from "../../base/limits/limits.ts";
import { formats } from "../../formats/registry.ts";
import { section, wordList, wrap } from "./layout.ts";

/** All limits, in the order of the page. */
export async function limitGroups(): Promise<LimitGroup[]> {
  const added = await Promise.all(formats.map(({ limits }) => limits?.() ?? []));
  const groups = new Map<string, Record<string, Limit>>();
  // Put limits on display last.
  for (const { title, limits } of [GENERAL_LIMITS.slice(0, -1), ...added, GENERAL_LIMITS.slice(-1)].flat()) {
    groups.set(title, { ...groups.get(title), ...limits });
  }
  return Array.from(groups, ([title, limits]) => ({ title, limits }));
}

const INTRO =
  "Most things are limited by memory alone: a trace takes as much as its records need. The other limits are far beyond " +
  "what people and programs do. They make a typo or a damaged file end with a message instead of a hang. Codes that " +
  "begin with Q are errors of a query, others are in the table problems; quarry help CODE explains them.";

/** The page about limits. */
export async function limitsPage(): Promise<string> {
  const groups = (await limitGroups()).map(({ title, limits }) =>
    section(title, Object.values(limits).map(entry).join(""))
  );
  return wrap(INTRO) + groups.join("") + section("Limited by memory alone", wordList([UNLIMITED.join(", ")]));
}

function entry(limit: Limit): string {
  const { what, cure } = limit;
  return wrap(`${limitFigure(limit)} ${what}`, 2) +
    wrap(`${consequence(limit)}${cure === undefined ? "" : `; ${cure}`}`, 6);
}

function consequence({ beyond, code }: Limit): string {
  return code === undefined ? beyond : `${beyond} (${code})`;
}

/** The document about limits, with a table for each group. */
export async function limitsDocument(): Promise<string> {
  const tables = (await limitGroups()).map(({ title, limits }) =>
    `## ${title}\n\n| Limit | Beyond it | What to do |\n| --- | --- | --- |\n` +
    Object.values<Limit>(limits).map((limit) =>
      `| ${limitFigure(limit)} ${limit.what} | ${consequence(limit)} | ${limit.cure ?? ""} |\n`
    ).join("")
  );
  return `# Limits

${INTRO}

\`quarry help limits\` shows this page. It is made from \`src/base/limits\` and the \`limits.ts\` of formats, where the
program takes its figures from, by \`deno task test tests/limits -- --update\`.

${tables.join("\n")}
## Limited by memory alone

${UNLIMITED.map((each) => `- ${each}\n`).join("")}`;
}
