/**
 * The three tables that mprof always prints: bins, direct allocations, leaks.
 * @module
 */

import { cell, classShares, heading, percent } from "./columns.ts";
import type { SiteNames } from "./graph.ts";
import { Figures, type Profile, type Site } from "./profile.ts";

/** Options of the tables. */
interface TableOptions {
  /** Sorts and weighs by number of blocks instead of bytes. */
  readonly counts: boolean;
  /** Number of frames by which leaks are distinguished; 0 means all. */
  readonly depth: number;
  /** The names of sites. */
  readonly names: SiteNames;
}

/**
 * Returns figures of all requests by size class, from the bins: requests without a stack are in no record.
 */
export function totalsOf({ bins }: Profile): Figures {
  const totals = new Figures([0n, 0n, 0n, 0n]);
  for (const { figures } of bins) totals.add(figures);
  return totals;
}

/** Returns blocks and bytes allocated, blocks and bytes not freed. */
function amountsOf(figures: Figures): bigint[] {
  return [
    figures.totalAllocated(true),
    figures.totalAllocated(false),
    figures.totalUnfreed(true),
    figures.totalUnfreed(false),
  ];
}

/** Width of an amount in characters. */
function widthOf(counts: boolean): number {
  return counts ? 6 : 8;
}

/** Requests by size. */
export function binsTable({ bins }: Profile, totals: Figures): string {
  let text = heading("ALLOCATION BINS", 29, `(number of bins: ${bins.length})`) +
    "                     allocated                          unfreed\n" +
    "          --------------------------------  --------------------------------\n" +
    "    size   count       %     bytes       %   count       %     bytes       %\n\n";
  const all = amountsOf(totals);
  const amountText = (amount: bigint, at: number): string => cell(amount, widthOf(at % 2 === 0));
  for (const { size, atLeast, figures } of bins) {
    const amounts = amountsOf(figures);
    if (amounts[0] === 0n) continue;
    const shares = amounts.map((each, at) => `  ${amountText(each, at)}  ${percent(each, all[at]!)}`);
    text += `${(atLeast ? `>= ${cell(size, 4)}` : String(size)).padStart(8)}${shares.join("")}\n`;
  }
  return `${text}\n   total  ${all.map(amountText).join(" ".repeat(10))}\n`;
}

/** One line of a table: sites of the same name, and their combined allocations. */
interface Group {
  readonly site: Site;
  readonly figures: Figures;
}

function groups(profile: Profile, keyOf: (site: Site) => string | bigint): Group[] {
  const found = new Map<string | bigint, Group>();
  for (const site of profile.sites) {
    if (!site.figures) continue;
    const key = keyOf(site);
    const group = found.get(key);
    if (group) group.figures.add(site.figures);
    else found.set(key, { site, figures: new Figures(site.figures.values) });
  }
  return [...found.values()];
}

/** Sorts groups, largest first; equal groups come in reverse order of their sites. */
function largestFirst(list: readonly Group[], sizeOf: (figures: Figures) => bigint): Group[] {
  const sized = list.map((group) => ({ group, size: sizeOf(group.figures) })).reverse();
  sized.sort((a, b) => a.size === b.size ? 0 : a.size > b.size ? -1 : 1);
  return sized.map(({ group }) => group);
}

/** Allocations made directly by each function. */
export function directTable(profile: Profile, totals: Figures, { counts, names }: TableOptions): string {
  const [small, medium, large] = profile.bounds;
  const width = widthOf(counts);
  const bounds = `(0 < s <= ${small} < m <= ${medium} < l <= ${large} < x)`;
  let text = heading("DIRECT ALLOCATIONS", 20, bounds);
  text += counts
    ? "         allocated                     unfreed\n" +
      "---------------------------  ---------------------------\n" +
      " count       %   s  m  l  x   count       %   s  m  l  x     bytes  function\n\n"
    : "          allocated                       unfreed\n" +
      "-----------------------------  -----------------------------\n" +
      "   bytes       %   s  m  l  x     bytes       %   s  m  l  x   count  function\n\n";
  const whole = totals.totalAllocated(counts);
  const wholeLive = totals.totalUnfreed(counts);
  const all = new Figures();
  const sharesOf = (figures: Figures): [string, string] => [
    classShares(figures.allocated(counts), whole),
    classShares(figures.unfreed(counts), wholeLive),
  ];
  const sorted = largestFirst(
    groups(profile, (site) => names.key(site)),
    (figures) => figures.totalAllocated(counts),
  );
  for (const { site, figures } of sorted) {
    all.add(figures);
    const allocated = figures.totalAllocated(counts);
    const unfreed = figures.totalUnfreed(counts);
    const [shares, liveShares] = sharesOf(figures);
    text += `${cell(allocated, width)}  ${percent(allocated, whole)}  ${shares}  ` +
      `${cell(unfreed, width)}  ${percent(unfreed, wholeLive)}  ${liveShares}  ` +
      `${cell(figures.totalAllocated(!counts), 14 - width)}  ${names.name(site)}\n`;
  }
  const gap = " ".repeat(8);
  const [shares, liveShares] = sharesOf(all);
  return `${text}\n${cell(whole, width)}${gap}  ${shares}  ${cell(wholeLive, width)}${gap}  ${liveShares}  ` +
    `${cell(totals.totalAllocated(!counts), 14 - width)}  total\n`;
}

/** Memory that was not freed, by stack. */
export function leaksTable(
  profile: Profile,
  totals: Figures,
  { counts, depth, names }: TableOptions,
): string {
  let text = heading("MEMORY LEAKS", 28, `(maximum stack depth: ${depth})`) +
    "                unfreed                      allocated\n" +
    "----------------------------------------  ----------------\n" +
    (counts
      ? "     %   count       %     bytes       %   count     bytes  function\n\n"
      : "     %     bytes       %   count       %     bytes   count  function\n\n");
  const frames = (site: Site): Site[] => {
    const list: Site[] = [];
    let each: Site | undefined = site;
    for (; each && (depth === 0 || list.length < depth); each = each.parent) list.push(each);
    return list;
  };
  const leaking = groups(profile, (site) => frames(site).map((frame) => names.key(frame)).join())
    .filter(({ figures }) => figures.totalUnfreed(true) !== 0n);
  const sorted = largestFirst(leaking, (figures) => figures.totalUnfreed(counts));
  const live = totals.totalUnfreed(counts);
  for (const { site, figures } of sorted) {
    const stack = frames(site).map((frame) => names.name(frame)).join("\n" + " ".repeat(60));
    text += `${percent(figures.totalUnfreed(counts), live)}  ${leakCells(figures, counts)}  ${stack}\n`;
  }
  return `${text}${leaking.length > 0 ? "\n" : ""}        ${leakCells(totals, counts)}  total\n`;
}

/**
 * Formats what was not freed with its percentage, then what was allocated: as blocks and as bytes, with the
 * sort key first.
 */
function leakCells(figures: Figures, counts: boolean): string {
  const kinds = [counts, !counts];
  const unfreed = kinds.map((kind) => {
    const part = figures.totalUnfreed(kind);
    return `${cell(part, widthOf(kind))}  ${percent(part, figures.totalAllocated(kind))}`;
  });
  const allocated = kinds.map((kind) => cell(figures.totalAllocated(kind), widthOf(kind)));
  return [...unfreed, ...allocated].join("  ");
}
