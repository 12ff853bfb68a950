/**
 * The fragmentation of memory: how much is live in each region of addresses, and the gaps between.
 * @module
 */

import type { DrawnCell } from "../src/serve/api_types.ts";
import { REGION_GAP } from "../src/serve/gap_queries.ts";
import { h } from "./dom.ts";
import { grouped, numberOf, sizeText } from "./values.ts";

/** Maximum number of regions in the list. */
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

/** Returns the regions of an answer, the one with the most bytes first. */
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

/** Formats the share of a region that no block covers. */
export function holeShare(holes: number, span: number): string {
  const percent = span > 0 ? 100 * holes / span : 0;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : percent.toFixed(0)} %`;
}

/** Describes the fragmentation of all regions in a sentence. */
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

/** Returns a table of the largest regions; null if there is at most one region. */
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
