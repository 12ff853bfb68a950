/**
 * The style of reports: light and dark, wide and narrow screens, paper.
 * @module
 */

import { FLAME_STYLE } from "./flame/flame_style.ts";
import { SOURCE_STYLE } from "./source/source_style.ts";

/** The style sheet. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --back: #f6f7f9; --card: #fff; --ink: #1b2330; --soft: #5c6675; --rule: #dfe3e9;
  --accent: #2f6fb3; --fill: #2f6fb3; --track: #e8ecf1; --area: #2f6fb326; --code: #f1f3f6;
  --f1: #f6c9a8; --f2: #f3dc9d; --f3: #cfe3a8; --f4: #b3e0cf; --f5: #b9d3f3; --f6: #d9c8f0;
  --grew: #f08a7a; --shrank: #7fb2ea; --same: #dfe3e9; --hit: #ffe14d; --more: #b94d24; --less: #2f6fb3; --good: #2f7d4f; --middling: #8a6500; --ran: #e3f4e3; --missed: #fbe0dc; --part: #fbf0cc;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14181e; --card: #1c222a; --ink: #e4e8ee; --soft: #9ba6b5; --rule: #323a46;
    --accent: #7db4ef; --fill: #5b97d6; --track: #2a323d; --area: #5b97d633; --code: #161b22;
    --f1: #6d4426; --f2: #62531c; --f3: #435a22; --f4: #225446; --f5: #264a72; --f6: #4d3b6b;
    --grew: #973a31; --shrank: #245f9c; --same: #363e49; --hit: #7d6a00; --more: #e08a5f; --less: #5b97d6; --good: #4ea86b; --middling: #c9a227; --ran: #1d3a25; --missed: #4c2622; --part: #463a14;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.75rem; }
footer { padding-top: 1rem; padding-bottom: 2.5rem; color: var(--soft); font-size: .87rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.25rem 0 .1rem; overflow-wrap: anywhere; }
h3 { font-size: 1.02rem; line-height: 1.35; margin: 0; }
footer code { overflow-wrap: anywhere; }
.lead { color: var(--soft); margin: .25rem 0 0; overflow-wrap: anywhere; }
nav ul { list-style: none; padding: 0; margin: .9rem 0 0; display: flex; flex-wrap: wrap; gap: .4rem 1rem; }
a { color: var(--accent); }
.panels { display: grid; gap: 1rem; margin-top: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
.panel {
  background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: 1rem 1.1rem;
  min-width: 0; display: flex; flex-direction: column;
}
.wide { grid-column: 1 / -1; }
.note, .left, .empty, .said { color: var(--soft); margin: .15rem 0 0; font-size: .9rem; }
.empty { margin-top: .6rem; }
.failed { margin: .6rem 0 0; font-weight: 600; }
.body { margin-top: .6rem; }
.scroll:focus-visible, .chart svg:focus-visible, summary:focus-visible, button:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th { font-weight: 600; color: var(--soft); font-size: .82rem; }
th, td { padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
tbody tr:last-child > * { border-bottom: 0; }
.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.long { overflow-wrap: anywhere; min-width: 13rem; font-size: .84rem; line-height: 1.45; }
.none { color: var(--soft); }
td.bar, th.bar { width: 38%; min-width: 6.5rem; padding-right: 0; }
.matrix { width: auto; }
.matrix th, .matrix td, .matrix tbody tr:last-child > * { padding: .35rem .6rem; border: 1px solid var(--rule); }
.heat { background: color-mix(in srgb, var(--fill) calc(var(--share) * 55%), transparent); }
.tiles, .facts { margin: 0; display: grid; gap: .5rem 1.5rem; }
.tiles { grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
.facts { grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr)); }
dt { color: var(--soft); font-size: .82rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.tiles dd { font-size: 1.55rem; line-height: 1.25; font-variant-numeric: tabular-nums; }
.chart { display: grid; grid-template: 14rem auto / auto 1fr; column-gap: .5rem; }
.chart svg { width: 100%; height: 14rem; display: block; }
.chart .y { position: relative; min-width: 1.2rem; text-align: right; }
.chart .y span { position: absolute; right: 0; transform: translateY(50%); }
.chart .y .room { position: static; visibility: hidden; display: block; height: 0; }
.chart .y, .chart .x { color: var(--soft); font-size: .78rem; line-height: 1; font-variant-numeric: tabular-nums; }
.chart .x { grid-column: 2; position: relative; height: 1.3rem; padding-top: .35rem; overflow: hidden; white-space: nowrap; }
.chart .x .at { position: absolute; transform: translateX(-50%); }
.headline { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; padding: .9rem 1.1rem; margin-top: 1rem; }
.sentence { margin: 0; font-size: 1.15rem; line-height: 1.45; overflow-wrap: anywhere; }
.sentence code { font: .92em ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.headcurve svg { display: block; width: 100%; height: 7rem; margin-top: .6rem; }
.headcurve .axis { display: flex; justify-content: space-between; gap: .6rem; margin: .2rem 0 0; color: var(--soft); font-size: .8rem; }
.headrows { list-style: none; margin: .7rem 0 0; padding: 0; display: grid; grid-template-columns: minmax(3rem, 9rem) max-content 1fr; gap: .2rem .8rem; align-items: center; font-size: .92rem; }
.headrows.nobars { grid-template-columns: max-content 1fr; }
.headrows li { display: contents; }
.headrows .what { min-width: 0; overflow-wrap: anywhere; }
.n.bad { color: var(--more); } .n.middling { color: var(--middling); } .n.good { color: var(--good); }
.headrows strong { font-weight: 600; }
.damage { margin: .4rem 0 0; color: var(--more); font-weight: 600; overflow-wrap: anywhere; }
.headrows .where { color: var(--soft); }
.fill.good { background: var(--good); } .fill.middling { background: var(--middling); } .fill.bad { background: var(--more); }
.contents { margin-top: .8rem; }
.contents ul { list-style: none; padding: 0; margin: .4rem 0 0; display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .9rem; }
.contents p { margin: .5rem 0 0; font-weight: 600; }
.nothing { background: none; border: 0; padding: 0 1.1rem; flex-direction: row; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline; }
.nothing h3 { font-size: .95rem; }
.nothing .empty { margin: 0; }
.nothing .asked { margin: 0; padding: 0; }
.asked { margin-top: auto; padding-top: .5rem; font-size: .82rem; }
.grid, .line { fill: none; vector-effect: non-scaling-stroke; }
.grid { stroke: var(--rule); stroke-width: 1; }
.line { stroke: var(--fill); stroke-width: 1.6; stroke-linejoin: round; }
.area { fill: var(--area); }
.said { margin-top: .5rem; overflow-wrap: anywhere; }
.plot { position: relative; }
.mark { position: absolute; top: 0; bottom: 0; width: 1px; background: var(--ink); pointer-events: none; }
${FLAME_STYLE}.fill.more { background: var(--more); } .fill.less { background: var(--less); }
tbody th { text-align: left; font-size: .92rem; color: var(--ink); font-weight: 500; }
${SOURCE_STYLE}.file > div { margin: .5rem 0 1rem; }
.file summary, .folder summary { color: var(--ink); }
.tools { display: flex; flex-wrap: wrap; gap: .4rem .6rem; align-items: center; margin-bottom: .4rem; }
.tools .filter { margin: 0; min-width: 0; }
.found { color: var(--soft); font-size: .85rem; }
select { font: inherit; font-size: .85rem; color: var(--ink); background: var(--card); border: 1px solid var(--rule); border-radius: 6px; padding: .2rem .4rem; max-width: 100%; }
button[aria-pressed="true"] { color: var(--ink); border-color: var(--accent); box-shadow: inset 0 0 0 1px var(--accent); }
.numbers { margin-top: .35rem; font-size: .9rem; }
.numbers .scroll { max-height: 20rem; overflow: auto; margin-top: .4rem; }
summary { cursor: pointer; color: var(--soft); }
.query { padding-top: .35rem; display: flex; gap: .5rem; align-items: start; }
.query code {
  flex: 1; min-width: 0; background: var(--code); border-radius: 6px; padding: .35rem .6rem; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .8rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--soft);
}
button {
  font: inherit; font-size: .8rem; color: var(--soft); background: none; border: 1px solid var(--rule); border-radius: 6px;
  padding: .25rem .6rem; cursor: pointer;
}
th button { border: 0; padding: 0; font: inherit; color: inherit; text-align: inherit; }
th[aria-sort="ascending"] button::after { content: " ↑"; }
th[aria-sort="descending"] button::after { content: " ↓"; }
.filter { font: inherit; font-size: .85rem; color: var(--ink); background: none; border: 1px solid var(--rule); border-radius: 6px; padding: .2rem .5rem; margin-bottom: .4rem; }
.chart svg.live { cursor: crosshair; }
button:hover { color: var(--ink); border-color: var(--soft); }
@media (max-width: 40rem) {
  .headrows, .headrows.nobars { display: block; }
  .headrows li { display: grid; grid-template-columns: 1fr max-content; gap: 0 .6rem; padding: .3rem 0; border-top: 1px solid var(--rule); }
  .headrows .what { grid-row: 1; grid-column: 1; }
  .headrows .n { grid-row: 1; grid-column: 2; }
  .headrows .track { grid-row: 2; grid-column: 1 / -1; }
  .headrows .where { display: block; }
}
@media (max-width: 30rem) {
  .panel { padding: .8rem .8rem; border-radius: 8px; }
  header, main, footer { padding-left: .6rem; padding-right: .6rem; }
  td.bar, th.bar { min-width: 4.5rem; width: 30%; }
  th, td { padding-right: .5rem; }
  .chart { grid-template-rows: 10rem auto; }
  .chart svg { height: 10rem; }
}
@media print {
  :root {
    --back: #fff; --card: #fff; --ink: #000; --soft: #444; --rule: #bbb; --accent: #1d4f86; --fill: #1d4f86;
    --track: #eee; --area: #1d4f8622; --code: #f4f4f4;
    --f1: #f6c9a8; --f2: #f3dc9d; --f3: #cfe3a8; --f4: #b3e0cf; --f5: #b9d3f3; --f6: #d9c8f0;
    --grew: #f08a7a; --shrank: #7fb2ea; --same: #dfe3e9; --hit: #ffe14d; --more: #b94d24; --less: #2f6fb3; --good: #2f7d4f; --middling: #8a6500; --ran: #e3f4e3; --missed: #fbe0dc; --part: #fbf0cc;
  }
  body { font-size: 10.5pt; }
  header, main, footer { max-width: none; padding: 0; }
  .panel { break-inside: avoid; border-color: #ccc; }
  .panels { display: block; }
  .panel + .panel { margin-top: .8rem; }
  .fill, .track, .heat, .area { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  .scroll { overflow: visible; }
  .query button, nav, .contents, .numbers, .tools, .mark { display: none; }
  .flame span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
