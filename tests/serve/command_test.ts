/** `quarry serve` as a command: what it refuses, the address that it prints, and its end by Ctrl-C. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { programCommand, quarry } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";

Deno.test("serve refuses what makes no sense before it opens anything", async () => {
  const wrong: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[], /Cannot serve without a trace/],
    [["missing.mtrc", "--port", "x"], /--port needs a number from 0 to 65535, found "x"/],
    [["missing.mtrc", "--port", "65536"], /--port needs a number/],
    [["missing.mtrc", "--listen", "evil.example"], /--listen/],
    [["missing.mtrc", "--sources", "missing"], /Cannot read sources in "missing": no such file/],
    [["missing.mtrc", "--sources", "deno.json"], /it is not a folder/],
  ];
  for (const [args, message] of wrong) {
    const { code, err } = await quarry(["serve", ...args]);
    assert(code !== 0, args.join(" "));
    assertMatch(err, message);
  }
});

Deno.test({
  ...atFullEffort("serve prints its address, answers there, and Ctrl-C ends it"),
  // Windows sends no such signal to a process alone.
  ...(Deno.build.os === "windows" ? { ignore: true } : {}),
  async fn() {
    const child = programCommand(["serve", TRACE, "--port", "0"], { stdout: "piped", stderr: "piped" })
      .spawn();
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    let printed = "";
    while (!printed.includes("\n")) printed += (await reader.read()).value ?? "\n";
    assertMatch(printed, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/\n$/);
    const page = await fetch(printed.trim());
    assertEquals(page.status, 200);
    await page.body?.cancel();
    const outside = await fetch(new URL("/", printed.trim()));
    assertEquals(outside.status, 403);
    await outside.body?.cancel();
    child.kill("SIGINT");
    assertEquals((await child.status).code, 0);
    await reader.cancel();
    await child.stderr.cancel();
  },
});
