/**
 * The last lines of continuous integration: which tests were unsteady, and what the tests of one or more runs came to.
 *
 *     deno run --allow-read tools/test/count.ts RECORD...
 *
 * A record is what `deno task test --record FILE` wrote. The program fails when a test did, or a run.
 * @module
 */

import { countLine, countRuns, type RunRecord, unsteadyTests } from "./record.ts";

const records = Deno.args.map((path): RunRecord => JSON.parse(Deno.readTextFileSync(path)));
const counts = countRuns(records);
const lines = [unsteadyTests(records), countLine(counts)].filter((line) => line !== "");
Deno.stdout.writeSync(new TextEncoder().encode(lines.join("\n") + "\n"));
if (counts.failed > 0 || counts.passed === 0) Deno.exit(1);
