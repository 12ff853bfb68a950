/**
 * Where one of the four filters does not apply, the program says why and what to ask instead. The file of words holds
 * blocks: a sample, a script, and what the program then prints; `--update` writes that anew, and a person reads it.
 */
import { assert, assertEquals } from "@std/assert";
import { quarry } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";

const WORDS = new URL("four_filters_words.txt", import.meta.url);
const BETWEEN = "\n====\n";
const ANSWER = "\n----\n";

Deno.test(atFullEffort("the program explains filters that do not apply to a trace"), async () => {
  const blocks = (await Deno.readTextFile(WORDS)).split(BETWEEN);
  const answered: string[] = [];
  for (const block of blocks) {
    const [asked = "", expected] = block.split(ANSWER);
    const [sample = "", ...script] = asked.split("\n");
    const { code, out, err } = await quarry(["query", sample, "-e", script.join("\n")]);
    const found = `${err}exit ${code}\n${out}`;
    answered.push(`${asked}${ANSWER}${found}`);
    if (!Deno.args.includes("--update")) assertEquals(found, expected, asked);
    // Nothing is found, or nothing is run: never rows that the filter would have left out.
    assert(code === 2 ? out === "" : /^(count\n0\n)+$/.test(out), asked);
  }
  if (Deno.args.includes("--update")) await Deno.writeTextFile(WORDS, answered.join(BETWEEN));
});
