/**
 * The last lines of continuous integration: unsteady tests, and the counts of one or more runs.
 *
 *     deno run --allow-read tools/test/count.ts RECORD...
 *
 * A record is a file written by `deno task test --record FILE`. The program fails if a test or a run failed.
 * @module
 */

import { countLine, countRuns, type RunRecord, unsteadyTests } from "./record.ts";

const records = Deno.args.map((path): RunRecord => JSON.parse(Deno.readTextFileSync(path)));
const counts = countRuns(records);
const lines = [unsteadyTests(records), countLine(counts)].filter((line) => line !== "");
Deno.stdout.writeSync(new TextEncoder().encode(lines.join("\n") + "\n"));
if (counts.failed > 0 || counts.passed === 0) Deno.exit(1);
