/** Constant expressions are calculated exactly, with a sign if needed, like with BigInt. */
import { assert, assertEquals, assertRejects } from "@std/assert";
import { later, seeds } from "../../support/effort.ts";
import { Random } from "../../support/random.ts";
import { sampleSession } from "../../support/sample_session.ts";
import { ask } from "../../conformance/opened.ts";

const CALCULATIONS: Readonly<Record<string, (a: bigint, b: bigint) => bigint | null>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => b === 0n ? null : a / b,
  "%": (a, b) => b === 0n ? null : a % b,
};

function fits(value: bigint | null): boolean {
  return value === null || (value >= -(1n << 63n) && value < 1n << 64n);
}

Deno.test("integer constants keep their sign and all 64 bits", async () => {
  const session = await sampleSession({ t: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  const random = new Random(0x12);
  let [negative, large, refused] = [0, 0, 0];
  for (let seed = 0; seed < seeds(200); seed++) {
    const bits = [1, 4, 32, 63, 64] as const;
    const number = (): bigint =>
      BigInt.asUintN(random.pick(bits), BigInt(random.u32()) << 32n | BigInt(random.u32()));
    const [a, b, c] = [number(), number(), number()];
    const [first, second] = [random.pick(Object.keys(CALCULATIONS)), random.pick(Object.keys(CALCULATIONS))];
    const left = CALCULATIONS[first]!(a, b);
    const value = left === null ? null : CALCULATIONS[second]!(left, c);
    const query = `events | take 1 | select x = (${a} ${first} ${b}) ${second} ${c}`;
    if (!fits(left) || !fits(value)) {
      refused++;
      await assertRejects(() => ask(session, query), Error, "64 bits", query);
      continue;
    }
    assertEquals((await ask(session, query))[0]!.rows, [[value]], query);
    if (value !== null && value < 0n) negative++;
    if (value !== null && value >= 1n << 63n) large++;
  }
  assert(
    later !== null || negative > 0 && large > 0 && refused > 0,
    `${negative} negative, ${large} large, ${refused} refused`,
  );
});

Deno.test("a branch that no row takes may be negative", async () => {
  const session = await sampleSession({ t: "testdata/mpatrol/wordfreq-le64/trace.mtrc" });
  const [answer] = await ask(
    session,
    "events | take 5 | select a = if(1 > 2, 1 - 2, 0), b = if(seq > 3, 1 - 2, seq)",
  );
  assertEquals(answer!.rows, [1n, 2n, 3n, -1n, -1n].map((b) => [0n, b]));
});
