/**
 * What panels need to know of a trace to ask the right questions.
 * @module
 */

import { AboutTrace } from "../engine/about_trace.ts";

/** One trace of a session, as panels see it. */
export class PanelContext extends AboutTrace {
  /** True when it is one of several runs of coverage, whose sources are shown together. */
  get isInCampaign(): boolean {
    const { traces, catalog } = this.session;
    return this.has("lines") &&
      traces.filter(({ name }) => catalog.table("lines", name) !== undefined).length > 1;
  }
}
