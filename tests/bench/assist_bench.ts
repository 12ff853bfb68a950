/**
 * Every keystroke of the example queries: how long completion, diagnostics and hover take.
 * @module
 */

import {
  colorTokens,
  complete,
  diagnose,
  forgetAnalysis,
  hover,
  signatureHelp,
  warmUp,
} from "../../src/assist/assist.ts";
import type { Session } from "../../src/engine/session.ts";
import type { BenchRow } from "./report.ts";
import { EXAMPLES } from "../assist/examples.ts";

/** Milliseconds of one kind of answer. */
export interface AssistTimes {
  readonly answer: string;
  readonly keystrokes: number;
  readonly median: number;
  readonly p99: number;
  readonly most: number;
}

/** Types every example letter by letter. The first round warms up the code and is not counted. */
export function benchAssist(session: Session, rounds = 3): AssistTimes[] {
  const { catalog, environment } = session;
  for (const _ of warmUp(catalog));
  const kinds: Readonly<Record<string, (text: string) => unknown>> = {
    completion: (text) => complete(text, text.length, catalog, environment),
    diagnostics: (text) => diagnose(text, catalog, environment),
    hover: (text) => hover(text, text.length, catalog, environment),
    signature: (text) => signatureHelp(text, text.length, environment),
    colours: (text) => colorTokens(text),
  };
  return Object.entries(kinds).map(([answer, run]) => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      for (const example of EXAMPLES) {
        for (let end = 1; end <= example.length; end++) {
          const text = example.slice(0, end);
          forgetAnalysis(catalog);
          const start = performance.now();
          run(text);
          if (round > 0) times.push(performance.now() - start);
        }
      }
    }
    times.sort((a, b) => a - b);
    const at = (share: number): number =>
      times[Math.min(times.length - 1, Math.floor(times.length * share))]!;
    return { answer, keystrokes: times.length, median: at(0.5), p99: at(0.99), most: times.at(-1)! };
  });
}

/** The times and their limits: the column of the peer holds the target of 5 ms for p99. */
export function assistRows(session: Session): BenchRow[] {
  return benchAssist(session).map(({ answer, keystrokes, median, p99, most }) => ({
    group: "assist",
    work: `${answer}, p99 of a keystroke`,
    quarry: p99,
    peers: { target: 5 },
    notes: `median ${median.toFixed(3)} ms, most ${most.toFixed(1)} ms, ${keystrokes} keystrokes`,
  }));
}
