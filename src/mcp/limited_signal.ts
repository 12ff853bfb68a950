/**
 * What ends a request before its time: the client, or the clock.
 * @module
 */

import { polledSignal } from "../base/polled_signal.ts";

/** The time of a request is over. */
export class TimeOver extends Error {
  /** Tells this error from others. */
  override readonly name: string = "TimeOver";
}

/** A signal that is aborted when another one is, or after some seconds, which are looked at and not waited for. */
export function limitedSignal(client: AbortSignal, seconds: number): AbortSignal {
  const end = performance.now() + 1000 * seconds;
  return polledSignal(() => {
    if (client.aborted) return client.reason as Error;
    return performance.now() > end ? new TimeOver(`The query was ended after ${seconds} s`) : undefined;
  });
}
