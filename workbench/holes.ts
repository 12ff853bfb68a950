/**
 * How fragmented memory is: what is live in each region of addresses, and the holes between.
 * @module
 */

import type { DrawnCell } from "../src/serve/api_types.ts";
import { REGION_GAP } from "../src/serve/gap_queries.ts";
import { h } from "./dom.ts";
import { grouped, numberOf, sizeText } from "./values.ts";

/** Regions that are listed. */
const MOST_REGIONS = 6;

/** Addresses with blocks that are not far from each other. */
export interface Region {
  readonly low: bigint;
  readonly high: bigint;
  readonly blocks: number;
  readonly bytes: number;
  readonly holes: number;
  readonly largest: number;
}

/** The regions of an answer, the one with most bytes first. */
export function regionsOf(
  { cells }: { readonly cells: readonly (readonly DrawnCell[])[] },
): readonly Region[] {
  const [, low, high, ...sums] = cells;
  const at = (column: number, row: number): number => numberOf(sums[column]![row]) ?? 0;
  return low!.map((address, row) => ({
    low: BigInt(String(address)),
    high: BigInt(String(high![row])),
    blocks: at(0, row),
    bytes: at(1, row),
    holes: at(2, row),
    largest: at(3, row),
  }));
}

/** What part of a region no block covers, in words. */
export function holeShare(holes: number, span: number): string {
  const percent = span > 0 ? 100 * holes / span : 0;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

/** The fragmentation of all regions in a sentence. */
export function holesText(regions: readonly Region[], when: string): string {
  if (regions.length === 0) return `Fragmentation ${when}: no block with an address is live`;
  const sum = (of: (region: Region) => number): number => regions.reduce((all, each) => all + of(each), 0);
  const [bytes, holes, span] = [sum(({ bytes }) => bytes), sum(({ holes }) => holes), sum(spanOf)];
  const largest = Math.max(...regions.map((each) => each.largest));
  const blocks = sum((each) => each.blocks);
  const within = regions.length === 1 ? "" : ` in ${grouped(String(regions.length))} regions`;
  return `Fragmentation ${when}: ${sizeText(bytes)} live in ${grouped(String(blocks))} ${
    blocks === 1 ? "block" : "blocks"
  }, ${sizeText(holes)} of holes between them, ${holeShare(holes, span)} of ${sizeText(span)}${within}; ${
    holes === 0 ? "no hole" : `the largest hole ${sizeText(largest)}`
  }`;
}

function spanOf({ low, high }: Region): number {
  return Number(high - low);
}

/** The regions that hold most, as a table; null where there is one of them at most. */
export function regionsTable(regions: readonly Region[]): HTMLElement | null {
  if (regions.length < 2) return null;
  const hex = (address: bigint): string => `0x${address.toString(16)}`;
  const listed = regions.slice(0, MOST_REGIONS);
  const more = regions.length - listed.length;
  const table = h(
    "table",
    { class: "regions" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ...["from", "to", "blocks", "live", "holes", "share", "largest hole"].map((name) =>
          h("th", { scope: "col" }, name)
        ),
      ),
    ),
    h(
      "tbody",
      {},
      ...listed.map((region) => {
        const { low, high, blocks, bytes, holes, largest } = region;
        const texts = [hex(high), grouped(String(blocks)), sizeText(bytes), sizeText(holes)];
        return h(
          "tr",
          {},
          h("th", { scope: "row" }, hex(low)),
          ...texts.map((text) => h("td", {}, text)),
          h("td", {}, holeShare(holes, spanOf(region))),
          h("td", {}, sizeText(largest)),
        );
      }),
    ),
  );
  const said = `Regions, more than ${sizeText(REGION_GAP)} from each other${
    more > 0 ? `, those that hold most; ${grouped(String(more))} more` : ""
  }`;
  return h(
    "div",
    { class: "holes" },
    h("p", { class: "soft" }, said),
    h("div", { class: "scrollx", tabindex: 0, role: "region", "aria-label": "Regions of addresses" }, table),
  );
}
