/**
 * What the commands need of the query engine.
 * @module
 */

import type { ResultTable } from "../base/result_table.ts";
import { UsageError } from "../base/errors.ts";
import type { Arguments } from "./command.ts";
import type { CliHost } from "./host.ts";

/** Open traces that answer questions. */
export interface Session {
  /**
   * Runs a script. Results come in order, and each is gone when the promise that `show` returned is kept. Throws
   * `QueryError`.
   */
  run(script: string, show: (table: ResultTable) => Promise<void>): Promise<void>;
}

/** Opens the traces of a command line. */
export function openSession(_host: CliHost, _args: Arguments): Promise<Session> {
  throw new UsageError("Cannot run queries: this build has no query engine");
}
