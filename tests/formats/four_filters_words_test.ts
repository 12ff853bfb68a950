/**
 * If one of the four filters does not apply, the program gives the reason and a query to use instead. The file of words
 * has blocks: a sample, a script, and the program's output; `--update` rewrites it, for review.
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
    // Either nothing is found or nothing runs: never rows that the filter would have excluded.
    assert(code === 2 ? out === "" : /^(count\n0\n)+$/.test(out), asked);
  }
  if (Deno.args.includes("--update")) await Deno.writeTextFile(WORDS, answered.join(BETWEEN));
});
