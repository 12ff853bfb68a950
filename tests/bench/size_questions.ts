/**
 * Queries of the bench of sizes: each runs in its own process, from a saved index.
 * @module
 */

/** A question; `$MIDDLE` and `$LOW` stand for a record in the middle and the first address. */
export interface SizeQuestion {
  readonly work: string;
  readonly query: string;
}

/** The queries in the order of the document. */
export const SIZE_QUESTIONS: readonly SizeQuestion[] = [
  { work: "first answer: `events | count`", query: "events | count" },
  {
    work: "filter on kind and size, count and sum",
    query: "events | where kind == alloc and size in 64..4096 | summarize n = count(), b = sum(size)",
  },
  { work: "address range, count", query: "events | where addr in $LOW..+1M | count" },
  { work: "group by file, top 10 by bytes", query: "events | by file | top 10 by bytes" },
  { work: "leaks by file and line", query: "leaks | by file, line | top 10 by bytes" },
  { work: "`live @` the middle, count", query: "live @ $MIDDLE | count" },
  { work: "`hist size`", query: "events | hist size" },
  { work: "`by func, file, line`, top 5 by bytes", query: "events | by func, file, line | top 5 by bytes" },
  { work: "`by addr`, top 5 by count", query: "events | by addr | top 5 by count" },
  { work: "`by alloc` (many keys), top 3 by count", query: "events | by alloc | top 3 by count" },
  { work: "`top 20 by size`", query: "events | top 20 by size" },
  { work: "`sort size desc, addr | take 20`", query: "events | sort size desc, addr | take 20" },
  {
    work: "join of all records with large ones on `addr`",
    query: "events | join (events | where size > 100K | select addr, s2 = size) on addr | count",
  },
  {
    work: "`window order seq: gap = seq - lag(seq)`",
    query: "events | window order seq: gap = seq - lag(seq) | summarize max(gap)",
  },
];

/** The text of the query for a trace of this many events. */
export function askedOf({ query }: SizeQuestion, events: number): string {
  return query.replaceAll("$MIDDLE", String(Math.floor(events / 2)))
    .replaceAll("$LOW", String(0x55d0_0010_0000));
}
