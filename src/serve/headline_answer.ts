/**
 * Headlines for a page.
 * @module
 */

import type { Session } from "../engine/session.ts";
import { curveEnds } from "../headline/curve.ts";
import type { Headline } from "../headline/headline.ts";
import { headlineOfChange, headlinesOf } from "../headline/headlines.ts";
import type { Environment } from "../query/analysis/environment.ts";
import type { HeadlineRequest, WireHeadline, WirePicture } from "./api_types.ts";

/** Computes headlines once for as long as the definitions and traces of a session do not change. */
export class HeadlineAnswers {
  readonly #session: Session;
  readonly #found = new Map<string, Promise<readonly WireHeadline[]>>();
  #environment: Environment | undefined;

  /** Creates the object; nothing is computed yet. */
  constructor(session: Session) {
    this.#session = session;
  }

  /**
   * Returns the headlines of the open traces, or of two traces to compare; empty if one of those is not open.
   */
  answer(request: HeadlineRequest): Promise<readonly WireHeadline[]> {
    const { environment } = this.#session;
    if (environment !== this.#environment) {
      this.#found.clear();
      this.#environment = environment;
    }
    const key = JSON.stringify([request.before, request.after]);
    let found = this.#found.get(key);
    if (!found) {
      this.#found.set(key, found = headlineAnswer(this.#session, request));
      found.catch(() => this.#found.delete(key));
    }
    return found;
  }
}

async function headlineAnswer(
  session: Session,
  { before, after }: HeadlineRequest,
): Promise<readonly WireHeadline[]> {
  if (before === undefined || after === undefined) return (await headlinesOf(session)).map(wireHeadline);
  const [first, second] = [before, after].map((name) => session.traces.find((each) => each.name === name));
  if (first === undefined || second === undefined) return [];
  const change = await headlineOfChange(session, first, second);
  return change === null ? [] : [wireHeadline(change)];
}

function wireHeadline({ picture, ...headline }: Headline): WireHeadline {
  return { ...headline, picture: picture === null ? null : wirePicture(picture) };
}

/** Converts the chart of a headline; a curve is only drawn, so its numbers can be doubles. */
function wirePicture(picture: NonNullable<Headline["picture"]>): WirePicture {
  if (picture.kind === "bars") return picture;
  const { points, ...rest } = picture;
  return { ...rest, ends: curveEnds(points), values: points.map(({ value }) => Number(value)) };
}
