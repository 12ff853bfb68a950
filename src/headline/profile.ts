/**
 * The headline of profiles: their total, and the places that contribute most to it.
 * @module
 */

import { bytesOf, countOf, percentOf } from "../base/amount_text.ts";
import type { TraceQueries } from "../engine/trace_queries.ts";
import { profileOf as profileOfTrace } from "../engine/profile_of.ts";
import type { ProfileQuery, Weight } from "../formats/format_types.ts";
import { durationText } from "../render/number_text.ts";
import { bars } from "./curve.ts";
import { HEADLINE_ROWS, type HeadlineAnswer, type HeadlineRow } from "./headline.ts";
import { labelOfRow, numberOfRow, shareOf, sourceLocationOf, testsOf } from "./row_values.ts";
import { ofTrace } from "./of_trace.ts";
import { stillLiveWording } from "./still_live.ts";

/** Columns of a profile that name a place, best first. */
const NAMES = ["place", "func", "name", "symbol", "module", "addr"] as const;

/** The query that a format provides for a profile. */
export function profileOf({ open }: TraceQueries): ProfileQuery | undefined {
  return profileOfTrace(open.trace);
}

/** The answer for a profile: the main weight, and the places with the most of it. */
export async function profileAnswer(about: TraceQueries): Promise<HeadlineAnswer> {
  const { query: source, weights, first } = profileOf(about)!;
  const rest = weights.find(({ name }) => name.startsWith("inuse_") && name.endsWith("_space"));
  const profile = ofTrace(source, about);
  const weight = weights.find(({ name }) => name === first)!;
  const live = stillLiveWording(about);
  const text = (value: bigint | number, { unit, name }: typeof weight): string =>
    unit === "bytes"
      ? bytesOf(value)
      : unit === "nanoseconds"
      ? durationText(Number(value) / 1e9)
      : countOf(value, name.replace(/^(?:alloc|inuse)_/, "").replaceAll("_", " ").replace(/s$/, ""));
  const sums = weights.map(({ name }) => `${name} = sum(${name})`).join(", ");
  const [totals] = await about.rows(`${profile} | summarize ${sums}`, 1);
  const all = numberOfRow(totals, weight.name);
  const columns = await about.ask(`${profile} | take 0`, (table) => table.columns.map(({ name }) => name));
  const named: { key: string; lost: bigint | number } | null = await firstNamingColumn(
    about,
    profile,
    columns,
    weight,
  );
  const key = named?.key ?? null;
  if (key === null) {
    return {
      sentence: sentenceOf(weights.map((each) => [each, text(numberOfRow(totals, each.name), each)]), live),
      picture: null,
      rows: [],
      query: null,
    };
  }
  const keys = [
    key,
    ...(key === "func" || key === "symbol" ? ["file"].filter((each) => columns.includes(each)) : []),
    ...(key === "place" ? ["place_file"] : []),
  ];
  const query =
    `${profile} | where ${key} is not null | by ${keys.join(", ")}: ${weight.name} = sum(${weight.name}) | ` +
    `top ${HEADLINE_ROWS} by ${weight.name}`;
  const lost = named!.lost;
  const top = (await about.rows(query, lost > 0 ? HEADLINE_ROWS - 1 : HEADLINE_ROWS))
    .filter((row) => Number(numberOfRow(row, weight.name)) !== 0);
  const rows: HeadlineRow[] = top.map((row) => ({
    label: labelOfRow(row, key) ?? "(no name)",
    detail: sourceLocationOf(row),
    value: text(numberOfRow(row, weight.name), weight),
    share: shareOf(numberOfRow(row, weight.name), all),
    tone: null,
    query: `${profile} | where ${testsOf(row, keys)}`,
  }));
  const [best] = rows;
  const percent = percentOf(numberOfRow(top[0], weight.name), all);
  if (lost > 0) {
    rows.push({
      label: "(no name)",
      detail: key === "place"
        ? "code of libraries or code without a name"
        : "code that the trace does not name",
      value: text(lost, weight),
      share: shareOf(lost, all),
      tone: null,
      query: `${profile} | where ${key} is null`,
    });
  }
  const where = best === undefined || percent === null
    ? ""
    : `, ${percent} ${weight.unit === "bytes" ? "from" : "in"} \`${best.label}\`${
      best.detail === null ? "" : ` (${best.detail})`
    }`;
  const held = rest === undefined || rest === weight
    ? ""
    : `; ${bytesOf(numberOfRow(totals, rest.name))} ${live}`;
  return {
    sentence: `${wordsOf(weight, text(all, weight), live)}${where}${held}`,
    picture: bars(weight.name.replaceAll("_", " "), rows, query),
    rows,
    query,
  };
}

/** The first column that names code locations, and how much of the weight has no name in it. */
async function firstNamingColumn(
  about: TraceQueries,
  profile: string,
  columns: readonly string[],
  { name: weight, unit }: Weight,
): Promise<{ readonly key: string; readonly lost: bigint | number } | null> {
  for (const key of NAMES) {
    // Time is spent by the innermost function, but memory belongs to the function that requested it. So only
    // profiles of bytes are grouped by place.
    if (!columns.includes(key === "place" ? "stack" : key) || (key === "place" && unit !== "bytes")) continue;
    const [row] = await about.rows(
      `${profile} | summarize named = count() if ${key} is not null, lost = sum(${weight}) if ${key} is null`,
      1,
    );
    if (numberOfRow(row, "named") > 0) return { key, lost: numberOfRow(row, "lost") };
  }
  return null;
}

/** Formats `4.0 KiB allocated`: a weight of a profile as part of a sentence. */
function wordsOf({ name, unit }: Pick<Weight, "name" | "unit">, amount: string, live: string): string {
  if (name.startsWith("alloc")) return `${amount} allocated`;
  if (name.startsWith("inuse")) return `${amount} ${live}`;
  return unit === "count" ? amount : `${amount} of ${name.replaceAll("_", " ")}`;
}

function sentenceOf(parts: readonly (readonly [weight: Weight, amount: string])[], live: string): string {
  return parts.map(([weight, amount]) => wordsOf(weight, amount, live)).join(", ");
}
