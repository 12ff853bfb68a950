/**
 * Long sessions: traces are opened and closed, and queries are run, shown, kept and cancelled. Each answer equals that
 * of a fresh session.
 * @module
 */

import type { QueryOutcome, Session } from "../../src/engine/session.ts";
import { difference, hasRows, listen, readTable, type Said, show } from "./said.ts";
import { type Named, openTrace, sessionWith } from "./traces.ts";

/** A step of a session. */
export type Step =
  | { readonly kind: "open"; readonly trace: Named }
  | { readonly kind: "close"; readonly name: string }
  /** Runs a script and compares its answer. */
  | { readonly kind: "ask"; readonly script: string }
  /** Cancels a script at its n-th check. */
  | { readonly kind: "cancel"; readonly script: string; readonly looks: number }
  /** Runs a script and keeps its rows until `read`. */
  | { readonly kind: "show"; readonly script: string }
  /** Compares the rows that were shown first, and releases them. */
  | { readonly kind: "read" };

/**
 * The answers of a fresh session with these traces, the first time and the second time. From the second time on there
 * may be warnings about tables that were built on demand; everything else is the same.
 */
export async function alone(traces: readonly Named[], script: string): Promise<readonly [Said, Said]> {
  const session = await sessionWith(traces);
  try {
    const [first, second] = [await listen(session, script), await listen(session, script)];
    const changed = difference(withoutRemarks(second), withoutRemarks(first));
    if (changed !== undefined) throw new Error(`Alone, and asked twice: ${changed}`);
    return [first, second];
  } finally {
    session.closeAll();
  }
}

function withoutRemarks(said: Said): Said {
  return said.filter((line) => !line.startsWith("warning "));
}

/**
 * Warnings that a session may have beyond those of a fresh one: values that no row has, since more values are known
 * once tables were built on demand, and columns named like a definition, since definitions stay.
 */
const OF_A_SESSION = /^warning (?:Q302 |Q306 .* hides the definition of that name)/;

/** All warnings of the first time are repeated, and others only if sessions allow them. */
function remarksDiffer(found: Said, first: Said, second: Said): string | undefined {
  const made = new Set(remarksOf(found));
  const wrong = remarksOf(found).find((line) => !second.includes(line) && !OF_A_SESSION.test(line)) ??
    remarksOf(first).find((line) => !made.has(line) && second.includes(line));
  return wrong && `a remark that is ${made.has(wrong) ? "not expected" : "missing"}: ${wrong}`;
}

function remarksOf(said: Said): Said {
  return said.filter((line) => line.startsWith("warning "));
}

/** Answers of fresh sessions, by traces and script. */
export class Fresh {
  readonly #known = new Map<string, Promise<readonly [Said, Said]>>();

  /** The difference between an answer and that of a fresh session, in words. */
  async difference(traces: readonly Named[], script: string, found: Said): Promise<string | undefined> {
    const [first, second] = await this.#answer(traces, script);
    return difference(withoutRemarks(found), withoutRemarks(first)) ?? remarksDiffer(found, first, second);
  }

  /** Runs all scripts before the steps are played, so that other settings may apply then. */
  async learn(steps: readonly Step[]): Promise<void> {
    let open: Named[] = [];
    for (const step of steps) {
      if (step.kind === "open") open = [...open, step.trace];
      else if (step.kind === "close") open = open.filter(({ name }) => name !== step.name);
      else if (step.kind === "ask" || step.kind === "show") await this.#answer(open, step.script);
    }
  }

  /** Like `difference`, for the rows of the last statement: warnings and other rows come before them. */
  async rowsDiffer(traces: readonly Named[], script: string, rows: Said): Promise<string | undefined> {
    const [said] = await this.#answer(traces, script);
    return difference(rows, said.slice(-rows.length));
  }

  #answer(traces: readonly Named[], script: string): Promise<readonly [Said, Said]> {
    // A trace in another container is the same trace, unless a query shows the container.
    const plain = /\b(?:traces|runs)\b/.test(script)
      ? traces
      : traces.map(({ name, path }) => ({ name, path: path.replace(/\+.*$/, "") }));
    const key = JSON.stringify([plain, script]);
    let answer = this.#known.get(key);
    if (!answer) {
      // Rows of thousands of answers would fill the memory.
      if (this.#known.size > 500) this.#known.clear();
      this.#known.set(key, answer = alone(plain, script));
    }
    return answer;
  }
}

/** A signal that is aborted at the n-th check of a query. */
export function signalAfter(looks: number): AbortSignal {
  let left = looks;
  const reason = new DOMException("Cancelled", "AbortError");
  return {
    get aborted() {
      return left <= 0;
    },
    reason,
    throwIfAborted() {
      if (--left <= 0) throw reason;
    },
  } as unknown as AbortSignal;
}

/** A session under test. */
export class Player {
  readonly #fresh: Fresh;
  readonly #session: Session;
  readonly #open: Named[] = [];
  readonly #shown: {
    readonly outcome: QueryOutcome;
    readonly script: string;
    readonly traces: readonly Named[];
  }[] = [];
  /** Number of compared answers. */
  compared = 0;
  /** Number of those with rows. */
  full = 0;

  private constructor(session: Session, fresh: Fresh) {
    this.#session = session;
    this.#fresh = fresh;
  }

  /** Begins a session without traces. */
  static async begin(fresh: Fresh): Promise<Player> {
    return new Player(await sessionWith([]), fresh);
  }

  /** The open traces, in the order of opening. */
  get open(): readonly Named[] {
    return this.#open;
  }

  /** Performs a step; returns a failure, in words. */
  async play(step: Step): Promise<string | undefined> {
    try {
      return await this.#play(step);
    } catch (error) {
      return error instanceof Error
        ? `${error.message}\n${error.stack?.split("\n").slice(1, 6).join("\n")}`
        : String(error);
    }
  }

  async #play(step: Step): Promise<string | undefined> {
    const session = this.#session;
    switch (step.kind) {
      case "open":
        await openTrace(session, step.trace);
        this.#open.push(step.trace);
        return undefined;
      case "close": {
        const at = this.#open.findIndex(({ name }) => name === step.name);
        if (at < 0) return undefined;
        this.#open.splice(at, 1);
        session.close(step.name);
        return undefined;
      }
      case "ask": {
        const said = await listen(session, step.script);
        this.#count(said);
        return await this.#fresh.difference([...this.#open], step.script, said);
      }
      case "cancel":
        await listen(session, step.script, signalAfter(step.looks)).catch((error: unknown) => {
          if (!(error instanceof DOMException)) throw error;
        });
        return undefined;
      case "show": {
        const outcome = await show(session, step.script);
        if (!outcome) return undefined;
        // Columns that are decoded on demand are only partly decoded.
        readTable(outcome.table, 1);
        this.#shown.push({ outcome, script: step.script, traces: [...this.#open] });
        return undefined;
      }
      case "read": {
        const first = this.#shown.shift();
        if (!first) return undefined;
        const lines = readTable(first.outcome.table);
        this.#count(lines);
        first.outcome.release();
        return await this.#fresh.rowsDiffer(first.traces, first.script, lines);
      }
    }
  }

  #count(said: Said): void {
    this.compared++;
    if (hasRows(said)) this.full++;
  }

  /** Closes the session. */
  end(): void {
    for (const { outcome } of this.#shown.splice(0)) outcome.release();
    this.#session.closeAll();
  }
}

/** The failure of the last step of a session; undefined if there is none, or if another step fails. */
export async function failureOf(steps: readonly Step[], fresh: Fresh): Promise<string | undefined> {
  const player = await Player.begin(fresh);
  try {
    for (const [at, step] of steps.entries()) {
      const wrong = await player.play(step);
      if (wrong !== undefined) return at === steps.length - 1 ? wrong : undefined;
    }
    return undefined;
  } finally {
    player.end();
  }
}

/** Maximum number of sessions tried to find a short one: a long list of large traces would take minutes. */
const MOST_TRIES = 60;

/** A shorter session whose last step still fails: leaves out halves, quarters … single steps. */
export async function shortest(steps: readonly Step[], fresh: Fresh): Promise<readonly Step[]> {
  const last = steps.at(-1)!;
  let before = steps.slice(0, -1);
  let tries = 0;
  const fails = async (some: readonly Step[]): Promise<boolean> =>
    tries++ < MOST_TRIES && await failureOf([...some, last], fresh) !== undefined;
  const opening = before.filter(({ kind }) => kind === "open" || kind === "close");
  if (await fails(opening)) before = opening;
  for (let size = Math.ceil(before.length / 2); size > 0;) {
    let smaller = false;
    for (let from = 0; from < before.length;) {
      const rest = [...before.slice(0, from), ...before.slice(from + size)];
      if (await fails(rest)) {
        before = rest;
        smaller = true;
      } else from += size;
    }
    if (size === 1 && !smaller) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
  return [...before, last];
}

/** A session as a text to replay. */
export function describe(steps: readonly Step[]): string {
  return steps.map((step) => JSON.stringify(step)).join("\n");
}
