/** Chooses the inputs that the tests replay. */

import { nameOf } from "./fuzzer.ts";
import { foundFolder, inputsIn, keptFolder } from "./places.ts";
import type { Target } from "./target.ts";

/** Bytes of the folder of a target, at most. */
const MOST_KEPT = 16_000;
const LARGEST_KEPT = 3000;

/** Keeps the smallest inputs that say something which neither a seed nor a smaller one says. Tells what it did. */
export async function keep(target: Target): Promise<string> {
  const folder = keptFolder(target.name);
  Deno.mkdirSync(folder, { recursive: true });
  const runner = await target.start();
  const said = new Set<string>();
  const isNew = async (input: Uint8Array): Promise<boolean> => {
    const before = said.size;
    for (const each of await runner.run(input)) said.add(each);
    return said.size > before;
  };
  let bytes = 0;
  for (const seed of await target.seeds()) await isNew(seed);
  for (const { bytes: input } of inputsIn(folder)) {
    await isNew(input);
    bytes += input.length;
  }
  const found = inputsIn(foundFolder(target.name)).map(({ bytes }) => bytes)
    .filter(({ length }) => length <= LARGEST_KEPT)
    .sort((left, right) => left.length - right.length);
  let count = 0;
  for (const input of found) {
    if (bytes + input.length > MOST_KEPT) break;
    if (!await isNew(input)) continue;
    Deno.writeFileSync(`${folder}${nameOf(input)}`, input);
    bytes += input.length;
    count++;
  }
  await runner.close();
  return `${count} of ${found.length} inputs kept, ${bytes} bytes`;
}
