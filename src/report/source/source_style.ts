/**
 * The style of sources and bars in reports and in the workbench; the page defines the colours.
 * @module
 */

/** The CSS rules. */
export const SOURCE_STYLE = `\
.lines { width: auto; min-width: 100%; font: 12px/1.45 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.lines td { border: 0; padding: 0 .8rem 0 0; text-align: right; vertical-align: top; white-space: pre; }
.lines td:first-child { color: var(--soft); }
.lines tr > :first-child { padding-left: .3rem; }
.lines th { text-align: right; font-family: system-ui, sans-serif; position: sticky; top: 0; background: var(--card); padding: .2rem .8rem .2rem 0; }
.lines td:last-child, .lines th:last-child { text-align: left; width: 100%; }
.lines .ran td:last-child { background: var(--ran); }
.lines .missed td:last-child { background: var(--missed); }
.lines .part td:last-child, .lines .leaks td:last-child, .lines .differs { background: var(--part); }
.lines .here { outline: 1px solid var(--accent); outline-offset: -1px; }
.lines .gap td { text-align: left; color: var(--soft); font-style: italic; padding: .2rem .3rem; }
.scroll { overflow-x: auto; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.folder, .file { margin-top: .5rem; }
.folder summary, .file summary { overflow-wrap: anywhere; }
.folder .folder, .folder > .scroll { margin-left: 1rem; }
.folderline { display: inline-grid; grid-template-columns: minmax(0, 1fr) 6rem; gap: .8rem; align-items: center; width: calc(100% - 1.5rem); vertical-align: top; }
.folderline > :only-child { grid-column: 1 / -1; }
.folderheads, .nested { --amount: 5.4rem; --share: 7rem; }
.folderheads { display: grid; grid-template-columns: minmax(0, 1fr) var(--amount) var(--amount) var(--share); align-items: end; font-weight: 600; color: var(--soft); }
.folderheads > :last-child { text-align: left; padding-left: var(--s3, .7rem); }
.nested { table-layout: fixed; width: 100%; }
.nested th { padding-block: 0; border: 0; font-size: 0; line-height: 0; }
.nested th.n { width: var(--amount); }
.nested th.bar { width: var(--share); min-width: 0; }
@media (max-width: 700px) {
  .folderheads, .nested { --amount: 4.6rem; --share: 4.6rem; }
  .folder .folder, .folder > .scroll { margin-left: .5rem; }
}
.tones { margin-top: .5rem; color: var(--soft); font-size: .85rem; }
.places .t { overflow-wrap: anywhere; }
td.bar { white-space: nowrap; }
.track { display: inline-block; width: 100%; height: .72rem; border-radius: 3px; background: var(--track); vertical-align: -1px; overflow: hidden; }
.track:has(+ .percent) { width: calc(100% - 3rem); }
.fill { display: block; height: 100%; background: var(--fill); border-radius: 3px; min-width: 1px; }
.fill:is([style="width:0.00%"], [style="width: 0%;"]) { min-width: 0; }
.percent { display: inline-block; width: 3rem; text-align: right; font-variant-numeric: tabular-nums; }
`;
