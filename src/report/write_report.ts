/**
 * Writes a report: a section per trace, with a panel per query.
 * @module
 */

import { QueryError, UsageError } from "../base/errors.ts";
import type { ResultTable } from "../base/result_table.ts";
import { queryForRows } from "../engine/ask_rows.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { Headline } from "../headline/headline.ts";
import { headlineOf, headlineOfChange } from "../headline/headlines.ts";
import { headlineMarkup } from "./headline_markup.ts";
import { type Markup, markup, verbatim } from "./markup.ts";
import { type PageFacts, pageFoot, pageHead } from "./page.ts";
import { NARROW_VIEWS, type Panel, type View } from "./panel.ts";
import { PanelContext } from "./panel_context.ts";
import { campaignPanels } from "./panels/campaign.ts";
import { comparePanels } from "./panels/compare.ts";
import { Comparison } from "./panels/comparison.ts";
import { panelsOf } from "./panels/registry.ts";
import { PageSources, type ReadSource } from "./sources.ts";
import { barsView, columnsView, shareView } from "./views/bars_view.ts";
import { changesView, pairsView } from "./views/changes_view.ts";
import { flameView } from "./views/flame_view.ts";
import { isAllZero, lineView } from "./views/line_view.ts";
import { matrixView } from "./views/matrix_view.ts";
import { sourceView } from "./views/source_view.ts";
import { factsView, tableView, tilesView } from "./views/table_view.ts";
import { unionsView } from "./views/unions_view.ts";

/** Options of a report. */
interface ReportOptions {
  /** Version of the program. */
  readonly version: string;
  /** The command that opens the same traces at the prompt. */
  readonly command: string;
  /** Whether the page shows the changes from the first of two traces to the second. */
  readonly isComparison?: boolean;
  /** Reads source files, for pages that include their text. */
  readonly readSource?: ReadSource | null;
  /** Called after every panel. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** State shared by all panels. */
interface Page {
  readonly session: Session;
  readonly sources: PageSources;
}

/** Runs the queries and writes the page, panel by panel. */
export async function writeReport(
  session: Session,
  sink: (text: string) => Promise<void>,
  options: ReportOptions,
): Promise<void> {
  const sections = options.isComparison ? await comparison(session) : await sectionsOf(session);
  const names = session.traces.map(({ name }) => name);
  const facts: PageFacts = {
    title: options.isComparison ? `${names[0]} and ${names[1]} compared` : `Report on ${names.join(", ")}`,
    sections,
    version: options.version,
    command: options.command,
  };
  const total = sections.reduce((sum, { panels }) => sum + panels.length, 0);
  const page: Page = { session, sources: new PageSources(options.readSource ?? null) };
  await sink(pageHead(facts).html);
  for (const headline of await firstHeadlines(session, options.isComparison ?? false)) {
    await sink(headlineMarkup(headline).html);
  }
  await sink(contents(sections).html);
  let done = 0;
  for (const section of sections) {
    await sink(sectionHead(section).html);
    if (section.headline !== null) await sink(headlineMarkup(section.headline).html);
    await sink('<div class="panels">\n');
    for (const panel of section.panels) {
      await sink((await panelMarkup(page, panel, `p${++done}`)).html);
      options.onProgress?.(done, total);
    }
    await sink("</div>\n</section>\n");
  }
  await sink(pageFoot(facts).html);
}

/** A section of the page. */
interface Section {
  readonly id: string;
  readonly name: string;
  readonly lead: string;
  readonly panels: readonly Panel[];
  /** The headline of the section; null if the page already begins with it. */
  readonly headline: Headline | null;
}

/** Returns the headline of the page: that of the only trace, or that of the changes between two. */
async function firstHeadlines(session: Session, isComparison: boolean): Promise<readonly Headline[]> {
  const { traces } = session;
  if (isComparison || traces.length === 2) {
    const change = await headlineOfChange(session, traces[0]!, traces[1]!);
    return change === null ? [] : [change];
  }
  return traces.length === 1 ? [await headlineOf(session, traces[0]!)] : [];
}

/** Links to all panels, collapsed on narrow pages. */
function contents(sections: readonly Section[]): Markup {
  let at = 0;
  const lists = sections.map(({ id, name, panels }) => {
    const items = panels.map(({ title }) => markup`<li><a href="#p${++at}">${title}</a></li>\n`);
    const head = sections.length > 1 ? markup`<p><a href="#${id}">${name}</a></p>\n` : null;
    return markup`${head}<ul>\n${items}</ul>\n`;
  });
  return markup`<details class="contents"><summary>Contents</summary><nav aria-label="Contents">\n${lists}</nav></details>\n`;
}

/** A section per trace, preceded by one about all runs if there are several coverage traces. */
async function sectionsOf(session: Session): Promise<Section[]> {
  const contexts = session.traces.map((open) => new PanelContext(session, open));
  const runs = contexts.filter((each) => each.has("blocks", "outcome") || each.has("units"));
  const sections: Section[] = [];
  if (runs.length > 1) {
    const panels = campaignPanels(runs);
    const lead = `${runs.length} runs, merged`;
    sections.push({ id: "campaign", name: "All runs together", lead, panels, headline: null });
  }
  for (const [at, context] of contexts.entries()) {
    const panels = await panelsOf(context);
    const { name } = context.open;
    const headline = contexts.length > 1 ? await headlineOf(session, context.open) : null;
    sections.push({ id: `trace-${at + 1}`, name, lead: leadOf(context.open), panels, headline });
  }
  return sections;
}

/** A section about two traces. Throws `UsageError` if they have nothing in common. */
async function comparison(session: Session): Promise<Section[]> {
  const [before, after] = session.traces.map((open) => new PanelContext(session, open));
  const panels = await comparePanels(new Comparison(before!, after!));
  if (panels.length === 0) {
    throw new UsageError(
      "The traces have nothing in common to compare: no blocks, no profile, no calls, no coverage",
    );
  }
  const lead = `Before: ${leadOf(before!.open)}. After: ${leadOf(after!.open)}.`;
  return [{ id: "compared", name: "What changed", lead, panels, headline: null }];
}

function leadOf({ path, trace }: OpenTrace): string {
  const { format, version, wordBits } = trace.header;
  return `${path}: ${format} ${version}${wordBits === 0 ? "" : `, ${wordBits}-bit`}`;
}

function sectionHead({ id, name, lead }: Section): Markup {
  return markup`<section id="${id}" aria-labelledby="${id}-name">
<h2 id="${id}-name">${name}</h2>
<p class="lead">${lead}</p>
`;
}

async function panelMarkup(page: Page, panel: Panel, id: string): Promise<Markup> {
  const { title, note, query, view, wide = !NARROW_VIEWS.has(view.kind) } = panel;
  const { body, isEmpty } = await answer(page, panel, id);
  // A panel without rows is shown as a single line, because a card would look like a result.
  const kind = isEmpty ? " nothing wide" : wide ? " wide" : "";
  return markup`<article class="panel${kind}" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${title}</h3>
${note === undefined || isEmpty ? null : markup`<p class="note">${note}</p>\n`}${body}
<details class="asked"><summary>Query</summary><div class="query"><code>${
    verbatim(query)
  }</code></div></details>
</article>
`;
}

/** Returns the view of the rows, or the error message: a query that fails must not affect other panels. */
async function answer(
  page: Page,
  { query, view, empty, title }: Panel,
  id: string,
): Promise<{ readonly body: Markup; readonly isEmpty: boolean }> {
  try {
    return await queryForRows(
      page.session,
      query,
      async (table) => {
        if (table.rowCount === 0) return { body: markup`<p class="empty">${empty}</p>`, isEmpty: true };
        const body = await show(page, table, view, { caption: title, id });
        if (view.kind === "line" && isAllZero(table, view)) return { body, isEmpty: true };
        return { body: markup`<div class="body ${view.kind}">${body}</div>`, isEmpty: false };
      },
    );
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { body: markup`<p class="failed">No answer: ${error.message}</p>`, isEmpty: false };
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
    case "unions":
      return unionsView(table, { ...view, ...names });
    case "changes":
      return changesView(table, { ...view, ...names });
    case "pairs": {
      const [before, after] = session.traces;
      return pairsView(table, { ...names, names: [before!.name, after!.name] });
    }
    case "share":
      return shareView(table, { ...view, ...names });
  }
}
