/**
 * The headlines of a session: one for each trace, preceded by one about the changes if two traces of one kind are
 * open. All front ends take their headlines from here.
 * @module
 */

import { QueryError } from "../base/errors.ts";
import { TraceQueries } from "../engine/trace_queries.ts";
import type { OpenTrace } from "../engine/open_trace.ts";
import type { Session } from "../engine/session.ts";
import type { HeadlineQuestion } from "../formats/headline_question.ts";
import { formatNamed } from "../formats/registry.ts";
import { headlineFromQueries, rowCountHeadline } from "./format_headline.ts";
import { comparisonHeadline } from "./comparison.ts";
import { damageSentence } from "./damage.ts";
import type { Headline, HeadlineAnswer } from "./headline.ts";
import { headlineKinds } from "./registry.ts";

/** The headline of one open trace. */
export async function headlineOf(session: Session, open: OpenTrace, signal?: AbortSignal): Promise<Headline> {
  const about = new TraceQueries(session, open, signal);
  const own = questionOf(open);
  const kind = own === undefined ? headlineKinds.find(({ fits }) => fits(about)) : undefined;
  let answer: HeadlineAnswer;
  try {
    answer = own === undefined
      ? await (kind?.answer ?? rowCountHeadline)(about)
      : await headlineFromQueries(about, own);
  } catch (error) {
    // A damaged trace may fail at this query and still answer others, so the error is ignored.
    if (!(error instanceof QueryError)) throw error;
    const plain = await rowCountHeadline(about);
    answer = {
      ...plain,
      sentence: `${plain.sentence}; the rest failed: ${error.diagnostics[0]?.message}`,
    };
  }
  return {
    traces: [open.name],
    kind: kind?.name ?? (own === undefined ? "rows" : open.trace.header.format),
    ...answer,
    damage: damageSentence(open.trace),
  };
}

/** The headline that the format defines, if the trace has the table for it. */
function questionOf({ trace }: OpenTrace): HeadlineQuestion | undefined {
  const own = formatNamed(trace.header.format)?.headline;
  return own?.table === undefined || trace.tables.has(own.table) ? own : undefined;
}

/** What changed from one trace to another; null if they are of different kinds. */
export async function headlineOfChange(
  session: Session,
  before: OpenTrace,
  after: OpenTrace,
  signal?: AbortSignal,
): Promise<Headline | null> {
  const sides = {
    before: new TraceQueries(session, before, signal),
    after: new TraceQueries(session, after, signal),
  };
  const answer = await comparisonHeadline(sides);
  if (answer === null) return null;
  const damage = [before, after].flatMap(({ name, trace }) => {
    const wrong = damageSentence(trace);
    return wrong === null ? [] : [`${name}: ${wrong}`];
  });
  return {
    traces: [before.name, after.name],
    ...answer,
    damage: damage.length === 0 ? null : damage.join("; "),
  };
}

/** Maximum number of traces that get a headline. */
const FEW = 8;

/** The changes and both headlines if two traces of one kind are open, otherwise the headlines of the traces. */
export async function headlinesOf(session: Session, signal?: AbortSignal): Promise<Headline[]> {
  const { traces } = session;
  const headlines: Headline[] = [];
  if (traces.length === 2) {
    const change = await headlineOfChange(session, traces[0]!, traces[1]!, signal);
    if (change !== null) headlines.push(change);
  }
  for (const open of traces.slice(0, FEW)) headlines.push(await headlineOf(session, open, signal));
  return headlines;
}
