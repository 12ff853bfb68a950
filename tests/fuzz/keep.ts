/** Chooses the inputs that the tests replay. */

import { nameOf } from "./fuzzer.ts";
import { foundFolder, inputsIn, keptFolder } from "./places.ts";
import type { Target } from "./target.ts";

/** Maximum number of bytes kept for a target, and for one input. */
const MOST_KEPT = 16_000;
const LARGEST_KEPT = 4000;
/** Maximum number of inputs of a target: the tests replay all of them in five seconds. */
const MOST_INPUTS = 10;

/** Keeps, one after the other, the inputs with the most outcomes that no seed has. Returns a report. */
export async function keep(target: Target): Promise<string> {
  const folder = keptFolder(target.name);
  Deno.mkdirSync(folder, { recursive: true });
  const runner = await target.start();
  const said = new Set<string>();
  const hear = async (input: Uint8Array): Promise<void> => {
    for (const each of await runner.run(input)) said.add(each);
  };
  for (const seed of await target.seeds()) await hear(seed);
  const kept = inputsIn(folder);
  for (const { bytes } of kept) await hear(bytes);
  let left = MOST_KEPT - kept.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let count = kept.length;
  const found: { readonly input: Uint8Array; readonly outcome: readonly string[] }[] = [];
  for (const { bytes: input } of inputsIn(foundFolder(target.name))) {
    if (input.length <= LARGEST_KEPT) found.push({ input, outcome: await runner.run(input) });
  }
  await runner.close();
  const gain = ({ outcome }: { readonly outcome: readonly string[] }): number =>
    new Set(outcome.filter((each) => !said.has(each))).size;
  while (count < MOST_INPUTS) {
    // The smallest of those with equally many outcomes.
    const [best] = found.filter(({ input }) => input.length <= left)
      .sort((one, other) => gain(other) - gain(one) || one.input.length - other.input.length);
    if (best === undefined || gain(best) === 0) break;
    Deno.writeFileSync(`${folder}${nameOf(best.input)}`, best.input);
    for (const each of best.outcome) said.add(each);
    left -= best.input.length;
    count++;
  }
  return `${count} inputs are kept, ${MOST_KEPT - left} bytes; ${found.length} were found`;
}
