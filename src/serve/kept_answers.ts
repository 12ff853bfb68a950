/**
 * Answers to questions of pictures, as they were sent: a trace does not change, and the first pictures are asked for by every
 * page.
 * @module
 */

import { SHOW_LIMITS } from "../base/limits/show_limits.ts";
import type { Environment } from "../query/analysis/environment.ts";
import type { RunRequest } from "./api_types.ts";

/** Lines of answers by what was asked, in the order in which they were last asked for. */
export class KeptAnswers {
  readonly #answers = new Map<string, readonly Uint8Array[]>();
  #bytes = 0;
  #environment: Environment | undefined;

  /** The lines that answer a request; undefined where they are not known. What is defined since then may mean another thing. */
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

  /** Keeps the lines of a whole answer without an error, if it is one of a picture. */
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
