import { assertEquals } from "@std/assert";
import { classShare, percent } from "../../../src/compat/mprof/columns.ts";
import { run } from "../../elf/traced_program.ts";
import { atFullEffort } from "../../support/effort.ts";

Deno.test("percent() rounds ties to the even digit", () => {
  assertEquals(percent(1n, 32n), "  3.12");
  assertEquals(percent(3n, 32n), "  9.38");
  assertEquals(percent(1n, 3n), " 33.33");
  assertEquals(percent(7n, 7n), "100.00");
  assertEquals(percent(0n, 0n), "  0.00");
});

Deno.test("classShare() has symbols for almost 0 % and almost 100 %", () => {
  const cases: [bigint, bigint, string][] = [
    [0n, 10n, "  "],
    [1n, 1000n, " ."],
    [1n, 8n, "12"],
    [3n, 8n, "38"],
    [999n, 1000n, "%%"],
    [1n, 200n, " ."],
  ];
  for (const [part, whole, expected] of cases) assertEquals(classShare(part, whole), expected);
});

Deno.test("percentages are divided first and then multiplied, as in the original", () => {
  // Printed by a C program that computes part / whole * 100; the other order rounds each of them differently.
  const shares: [bigint, bigint, string][] = [[23n, 40n, "57"], [92n, 160n, "57"], [109n, 200n, "55"]];
  for (const [part, whole, expected] of shares) assertEquals(classShare(part, whole), expected);
  const percents: [bigint, bigint, string][] = [[23n, 160n, " 14.37"], [49n, 160n, " 30.63"]];
  for (const [part, whole, expected] of percents) assertEquals(percent(part, whole), expected);
});

/** The arithmetic of the original: a double per step, `%.2f` and `%2.0f` of the C library. */
const PROGRAM = `#include <stdio.h>
int main(void) {
  unsigned long long part, whole;
  while (scanf("%llu %llu", &part, &whole) == 2) {
    double share = (double)part / (double)whole * 100.0;
    printf("%6.2f", share);
    if (part == 0) printf("|  \\n");
    else if (share <= 0.5) printf("| .\\n");
    else if (share >= 99.5) printf("|%%%%\\n");
    else printf("|%2.0f\\n", share);
  }
}
`;

Deno.test({
  ...atFullEffort("percent() and classShare() agree with C on 46,000 shares", ["gcc"]),
  fn() {
    const pairs: [bigint, bigint][] = [];
    for (let whole = 1n; whole <= 300n; whole++) {
      for (let part = 0n; part <= whole; part++) pairs.push([part, whole]);
    }
    // Beyond 2^53 a number is rounded before it is divided.
    let state = 1n;
    const next = (): bigint =>
      state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    for (let count = 0; count < 1000; count++) {
      const whole = next() | 1n;
      pairs.push([next() % whole, whole]);
    }
    const folder = Deno.makeTempDirSync();
    try {
      Deno.writeTextFileSync(`${folder}/shares.c`, PROGRAM);
      Deno.writeTextFileSync(
        `${folder}/pairs`,
        pairs.map(([part, whole]) => `${part} ${whole}`).join("\n"),
      );
      run("gcc", "-o", `${folder}/shares`, `${folder}/shares.c`);
      const lines = run("sh", "-c", `"${folder}/shares" < "${folder}/pairs"`).trimEnd().split("\n");
      const ours = pairs.map(([part, whole]) => `${percent(part, whole)}|${classShare(part, whole)}`);
      assertEquals(ours, lines);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});
