/**
 * A report: a section per trace, a panel per question.
 * @module
 */

import { QueryError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { askRows } from "../engine/ask_rows.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import { type Markup, markup, verbatim } from "./markup.ts";
import { type PageFacts, pageFoot, pageHead } from "./page.ts";
import type { Panel, View } from "./panel.ts";
import { PanelContext } from "./panel_context.ts";
import { panelsOf } from "./panels/registry.ts";
import { PageSources, type ReadSource } from "./sources.ts";
import { barsView, columnsView, shareView } from "./views/bars_view.ts";
import { flameView } from "./views/flame_view.ts";
import { lineView } from "./views/line_view.ts";
import { matrixView } from "./views/matrix_view.ts";
import { sourceView } from "./views/source_view.ts";
import { factsView, tableView, tilesView } from "./views/table_view.ts";

/** What a report is made with. */
interface ReportOptions {
  /** Version of the program. */
  readonly version: string;
  /** What to type to open the same traces at the prompt. */
  readonly command: string;
  /** Where sources are, for pages with their text. */
  readonly readSource?: ReadSource | null;
  /** Told after every panel. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What every panel may use. */
interface Page {
  readonly session: Session;
  readonly sources: PageSources;
}

/** Asks and writes, panel by panel. */
export async function writeReport(
  session: Session,
  sink: (text: string) => Promise<void>,
  options: ReportOptions,
): Promise<void> {
  const sections = session.traces.map((open, at) => ({ open, name: open.name, id: `trace-${at + 1}` }));
  const names = sections.map(({ name }) => name).join(", ");
  const facts: PageFacts = {
    title: `Report on ${names}`,
    sections,
    version: options.version,
    command: options.command,
  };
  const contents = [];
  for (const { open } of sections) contents.push(await panelsOf(new PanelContext(session, open)));
  const total = contents.reduce((sum, panels) => sum + panels.length, 0);
  const sources = new PageSources(options.readSource ?? null);
  await sink(pageHead(facts).html);
  let done = 0;
  for (const [at, { open, id }] of sections.entries()) {
    await sink(sectionHead(open, id).html);
    for (const panel of contents[at]!) {
      await sink((await panelMarkup({ session, sources }, panel, `p${++done}`)).html);
      options.onProgress?.(done, total);
    }
    await sink("</div>\n</section>\n");
  }
  await sink(pageFoot(facts).html);
}

function sectionHead({ name, path, trace }: OpenTrace, id: string): Markup {
  const { format, version, wordBits } = trace.header;
  const bits = wordBits === 0 ? "" : `, ${wordBits}-bit`;
  return markup`<section id="${id}" aria-labelledby="${id}-name">
<h2 id="${id}-name">${name}</h2>
<p class="lead">${path}: ${format} ${version}${bits}</p>
<div class="panels">
`;
}

async function panelMarkup(page: Page, panel: Panel, id: string): Promise<Markup> {
  const { title, note, query, wide } = panel;
  const body = await answer(page, panel, id);
  return markup`<article class="panel${wide ? " wide" : ""}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
${note === undefined ? null : markup`<p class="note">${note}</p>\n`}${body}
<div class="query"><code>${verbatim(query)}</code></div>
</article>
`;
}

/** The answer, or why there is none: one question that a trace breaks leaves the others alone. */
async function answer(page: Page, { query, view, empty, title }: Panel, id: string): Promise<Markup> {
  try {
    return await askRows(
      page.session,
      query,
      async (table) =>
        table.rowCount === 0
          ? markup`<p class="empty">${empty}</p>`
          : markup`<div class="body ${view.kind}">${await show(page, table, view, {
            caption: title,
            id,
          })}</div>`,
    );
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return markup`<p class="failed">No answer: ${error.message}</p>`;
  }
}

function show(
  { session, sources }: Page,
  table: ResultTable,
  view: View,
  names: { readonly caption: string; readonly id: string },
): Markup | Promise<Markup> {
  switch (view.kind) {
    case "tiles":
      return tilesView(table);
    case "facts":
      return factsView(table);
    case "table":
      return tableView(table, names);
    case "bars":
      return barsView(table, { ...view, ...names });
    case "columns":
      return columnsView(table, { ...view, ...names });
    case "line":
      return lineView(table, { ...view, ...names });
    case "flame":
      return flameView(table, { ...view, ...names, pools: session.pools });
    case "matrix":
      return matrixView(table, { ...view, ...names });
    case "sources":
      return sourceView(table, { ...view, ...names, sources });
    case "share":
      return shareView(table, { ...view, ...names });
  }
}
