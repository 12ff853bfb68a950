/**
 * Facts about a trace that panels need to choose their queries.
 * @module
 */

import { TraceQueries } from "../engine/trace_queries.ts";

/** One trace of a session, as panels see it. */
export class PanelContext extends TraceQueries {
  /** Whether the trace is one of several coverage runs whose sources are shown together. */
  get isInCampaign(): boolean {
    const { traces, catalog } = this.session;
    return this.has("lines") &&
      traces.filter(({ name }) => catalog.table("lines", name) !== undefined).length > 1;
  }
}
