/**
 * The three tables that mprof always prints: bins, direct allocations, leaks.
 * @module
 */

import { cell, classShares, heading, percent } from "./columns.ts";
import type { SiteNames } from "./graph.ts";
import { Figures, type Profile, type Site } from "./profile.ts";

/** How the tables are wanted. */
interface TableOptions {
  /** Sort and weigh by number of blocks instead of bytes. */
  readonly counts: boolean;
  /** Frames that tell leaks apart, 0 = all. */
  readonly depth: number;
  /** What sites are called. */
  readonly names: SiteNames;
}

/** Totals of all requests, from the bins: those without a stack are in no record. */
interface Totals {
  readonly allocs: bigint;
  readonly allocBytes: bigint;
  readonly live: bigint;
  readonly liveBytes: bigint;
}

/** Adds up the bins. */
export function totalsOf(profile: Profile): Totals {
  const totals = { allocs: 0n, allocBytes: 0n, live: 0n, liveBytes: 0n };
  for (const bin of profile.bins) {
    totals.allocs += bin.allocs;
    totals.allocBytes += bin.allocBytes;
    totals.live += bin.allocs - bin.frees;
    totals.liveBytes += bin.allocBytes - bin.freedBytes;
  }
  return totals;
}

/** Requests by size. */
export function binsTable(profile: Profile, totals: Totals): string {
  let text = heading("ALLOCATION BINS", 29, `(number of bins: ${profile.bins.length})`) +
    "                     allocated                          unfreed\n" +
    "          --------------------------------  --------------------------------\n" +
    "    size   count       %     bytes       %   count       %     bytes       %\n\n";
  for (const bin of profile.bins) {
    if (bin.allocs === 0n) continue;
    const size = bin.atLeast ? `>= ${cell(bin.size, 4)}` : String(bin.size);
    const live = bin.allocs - bin.frees;
    const liveBytes = bin.allocBytes - bin.freedBytes;
    text += size.padStart(8) + `  ${cell(bin.allocs, 6)}  ${percent(bin.allocs, totals.allocs)}` +
      `  ${cell(bin.allocBytes, 8)}  ${percent(bin.allocBytes, totals.allocBytes)}` +
      `  ${cell(live, 6)}  ${percent(live, totals.live)}` +
      `  ${cell(liveBytes, 8)}  ${percent(liveBytes, totals.liveBytes)}\n`;
  }
  const gap = " ".repeat(8);
  return `${text}\n   total  ${cell(totals.allocs, 6)}${gap}  ${cell(totals.allocBytes, 8)}${gap}  ` +
    `${cell(totals.live, 6)}${gap}  ${cell(totals.liveBytes, 8)}\n`;
}

/** One line of a table: sites that count as one, and what they allocated together. */
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

/** Largest first; equal ones in the opposite order of their sites. */
function largestFirst(list: Group[], sizeOf: (figures: Figures) => bigint): Group[] {
  return list.reverse().sort((a, b) => {
    const left = sizeOf(a.figures);
    const right = sizeOf(b.figures);
    return left === right ? 0 : left > right ? -1 : 1;
  });
}

/** What each function allocated itself. */
export function directTable(profile: Profile, totals: Totals, { counts, names }: TableOptions): string {
  const [small, medium, large] = profile.bounds;
  const width = counts ? 6 : 8;
  const bounds = `(0 < s <= ${small} < m <= ${medium} < l <= ${large} < x)`;
  let text = heading("DIRECT ALLOCATIONS", 20, bounds);
  text += counts
    ? "         allocated                     unfreed\n" +
      "---------------------------  ---------------------------\n" +
      " count       %   s  m  l  x   count       %   s  m  l  x     bytes  function\n\n"
    : "          allocated                       unfreed\n" +
      "-----------------------------  -----------------------------\n" +
      "   bytes       %   s  m  l  x     bytes       %   s  m  l  x   count  function\n\n";
  const whole = counts ? totals.allocs : totals.allocBytes;
  const wholeLive = counts ? totals.live : totals.liveBytes;
  const all = new Figures();
  const sorted = largestFirst(
    groups(profile, (site) => names.key(site)),
    (figures) => figures.totalAllocated(counts),
  );
  for (const { site, figures } of sorted) {
    all.add(figures);
    const allocated = figures.totalAllocated(counts);
    const unfreed = figures.totalUnfreed(counts);
    text += `${cell(allocated, width)}  ${percent(allocated, whole)}  ` +
      `${classShares(figures, { unfreed: false, counts, whole })}  ` +
      `${cell(unfreed, width)}  ${percent(unfreed, wholeLive)}  ` +
      `${classShares(figures, { unfreed: true, counts, whole: wholeLive })}  ` +
      `${cell(figures.totalAllocated(!counts), 14 - width)}  ${names.name(site)}\n`;
  }
  const gap = " ".repeat(8);
  return `${text}\n${cell(whole, width)}${gap}  ${classShares(all, { unfreed: false, counts, whole })}  ` +
    `${cell(wholeLive, width)}${gap}  ${classShares(all, { unfreed: true, counts, whole: wholeLive })}  ` +
    `${cell(counts ? totals.allocBytes : totals.allocs, 14 - width)}  total\n`;
}

/** What was not freed, by stack. */
export function leaksTable(profile: Profile, totals: Totals, { counts, depth, names }: TableOptions): string {
  let text = heading("MEMORY LEAKS", 28, `(maximum stack depth: ${depth})`) +
    "                unfreed                      allocated\n" +
    "----------------------------------------  ----------------\n" +
    (counts
      ? "     %   count       %     bytes       %   count     bytes  function\n\n"
      : "     %     bytes       %   count       %     bytes   count  function\n\n");
  const frames = (site: Site): Site[] => {
    const list: Site[] = [];
    for (
      let each: Site | undefined = site;
      each && (depth === 0 || list.length < depth);
      each = each.parent
    ) {
      list.push(each);
    }
    return list;
  };
  const leaking = groups(profile, (site) => frames(site).map((frame) => names.key(frame)).join())
    .filter(({ figures }) => figures.totalUnfreed(true) !== 0n);
  const sorted = largestFirst(leaking, (figures) => figures.totalUnfreed(counts));
  const widths = counts ? [6, 8] as const : [8, 6] as const;
  const live = counts ? totals.live : totals.liveBytes;
  for (const { site, figures } of sorted) {
    const first = figures.totalUnfreed(counts);
    const second = figures.totalUnfreed(!counts);
    text += `${percent(first, live)}  ${cell(first, widths[0])}  ` +
      `${percent(first, figures.totalAllocated(counts))}  ${cell(second, widths[1])}  ` +
      `${percent(second, figures.totalAllocated(!counts))}  ` +
      `${cell(figures.totalAllocated(counts), widths[0])}  ${
        cell(figures.totalAllocated(!counts), widths[1])
      }  `;
    text += frames(site).map((frame) => names.name(frame)).join("\n" + " ".repeat(60)) + "\n";
  }
  const [first, second] = counts ? [totals.live, totals.liveBytes] : [totals.liveBytes, totals.live];
  const [allFirst, allSecond] = counts
    ? [totals.allocs, totals.allocBytes]
    : [totals.allocBytes, totals.allocs];
  return `${text}${leaking.length > 0 ? "\n" : ""}        ${cell(first, widths[0])}  ${
    percent(first, allFirst)
  }  ` +
    `${cell(second, widths[1])}  ${percent(second, allSecond)}  ` +
    `${cell(allFirst, widths[0])}  ${cell(allSecond, widths[1])}  total\n`;
}
