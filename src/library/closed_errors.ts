/**
 * Errors for using traces or rows after their memory was freed.
 * @module
 */

import { UsageError } from "../base/errors.ts";

/** The error for using a `Quarry` whose traces are closed. */
export function closedError(): UsageError {
  return new UsageError("Cannot use traces that were closed", "closed");
}

/** The error for reading a result whose rows were released. */
export function releasedError(): UsageError {
  return new UsageError("Cannot read a result that was released", "released");
}
