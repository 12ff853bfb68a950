/**
 * What panels need to know of a trace to ask the right questions.
 * @module
 */

import { AboutTrace } from "../engine/about_trace.ts";
import { type StackWeight, stackWeights } from "../engine/profile_of.ts";

/** One trace of a session, as panels see it. */
export class PanelContext extends AboutTrace {
  /** What stacks of its profile are weighed by, the default first; empty where it has none. */
  get stackWeights(): readonly StackWeight[] {
    const isFilled = (column: string): boolean => this.filled("profile", ["stack", column]).length === 2;
    return stackWeights(this.open.trace, isFilled);
  }

  /** True when it is one of several runs of coverage, whose sources are shown together. */
  get isInCampaign(): boolean {
    const { traces, catalog } = this.session;
    return this.has("lines") &&
      traces.filter(({ name }) => catalog.table("lines", name) !== undefined).length > 1;
  }
}
