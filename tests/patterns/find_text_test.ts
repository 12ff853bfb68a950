import { assertEquals } from "@std/assert";
import { replaceText, textFinder } from "../../src/patterns/find_text.ts";
import { seeds } from "../support/effort.ts";
import { Random } from "../support/random.ts";

/** Text of few letters, so that parts of it repeat. */
function repetitive(random: Random, length: number): string {
  const piece = Array.from({ length: 1 + random.below(4) }, () => random.pick(["a", "b"])).join("");
  const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length).split("");
  for (let slips = random.below(4); slips > 0; slips--) text[random.below(Math.max(1, length))] = "b";
  return text.slice(0, length).join("");
}

Deno.test("textFinder() and replaceText() find the same matches as the engine", () => {
  for (let seed = 0; seed < seeds(300); seed++) {
    const random = new Random(seed);
    const wanted = repetitive(random, 200 + random.below(150));
    const text = random.oneIn(2)
      ? repetitive(random, 2000)
      : repetitive(random, random.below(400)) + wanted + repetitive(random, 100) + wanted +
        wanted.slice(0, 99);
    const find = textFinder(wanted);
    for (const from of [0, 1, random.below(text.length + 1)]) {
      assertEquals(find(text, from), text.indexOf(wanted, from), `seed ${seed} from ${from}`);
    }
    assertEquals(replaceText(text, wanted, "<$&>"), text.replaceAll(wanted, () => "<$&>"), `seed ${seed}`);
  }
});
