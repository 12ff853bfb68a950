/**
 * What is said of what is no longer there.
 * @module
 */

import { UsageError } from "../base/errors.ts";

/** The traces were closed. */
export function closedError(): UsageError {
  return new UsageError("Cannot use traces that were closed", "closed");
}

/** The rows of a result were released. */
export function releasedError(): UsageError {
  return new UsageError("Cannot read a result that was released", "released");
}
