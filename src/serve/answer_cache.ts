/**
 * Caches responses to chart requests in the form in which they were sent: a trace does not change, and every
 * page requests the same first charts.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { Environment } from "../query/analysis/environment.ts";
import type { RunRequest } from "./api_types.ts";

/** Lines of responses by request, in order of last use. */
export class AnswerCache {
  readonly #answers = new Map<string, readonly Uint8Array[]>();
  #bytes = 0;
  #environment: Environment | undefined;

  /** Returns the cached lines for a request, if any. They are valid only for the same definitions. */
  find(request: RunRequest, environment: Environment): readonly Uint8Array[] | undefined {
    this.#forgetOthers(environment);
    const name = nameOf(request);
    const lines = this.#answers.get(name);
    if (lines) {
      this.#answers.delete(name);
      this.#answers.set(name, lines);
    }
    return lines;
  }

  /** Caches the lines of a complete response without errors, if it is for a chart. */
  keep(request: RunRequest, environment: Environment, lines: readonly Uint8Array[]): void {
    const { most } = SHOW_LIMITS.keptAnswers;
    if (!request.alone || !request.drawn || sizeOf(lines) > most) return;
    this.#forgetOthers(environment);
    const name = nameOf(request);
    this.#drop(name);
    this.#answers.set(name, lines);
    this.#bytes += sizeOf(lines);
    for (const old of this.#answers.keys()) {
      if (this.#bytes <= most) break;
      this.#drop(old);
    }
  }

  #drop(name: string): void {
    this.#bytes -= sizeOf(this.#answers.get(name) ?? []);
    this.#answers.delete(name);
  }

  #forgetOthers(environment: Environment): void {
    if (environment === this.#environment) return;
    this.#environment = environment;
    this.#answers.clear();
    this.#bytes = 0;
  }
}

function nameOf({ text, rows, alone = false, drawn = false, numbers = false }: RunRequest): string {
  return JSON.stringify([text, rows, alone, drawn, numbers]);
}

function sizeOf(lines: readonly Uint8Array[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}
