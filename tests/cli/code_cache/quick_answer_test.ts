/** The compiled program gives quick answers without loading itself, and they equal those of the program. */
import { assertEquals } from "@std/assert";
import { Temporary } from "../../support/temporary.ts";
import { writeFacts } from "../../../tools/compile/facts.ts";
import { quickAnswer } from "../../../src/cli/code_cache/quick_answer.ts";
import { quarry } from "../program.ts";

Deno.test("quickAnswer() returns undefined until the build has filled in its answers", () => {
  for (const args of [[], ["--help"], ["--version"], ["query", "x"]]) {
    assertEquals(quickAnswer(args), undefined);
  }
});

Deno.test("a bundle answers help and version commands like the program, and nothing longer", async () => {
  using folder = Temporary.folder();
  const path = `${folder.path}/quick_answer.ts`;
  await Deno.copyFile(new URL("../../../src/cli/code_cache/quick_answer.ts", import.meta.url), path);
  await writeFacts([path]);
  const written: { quickAnswer: typeof quickAnswer } = await import(`file://${path}`);
  for (const args of [[], ["--help"], ["-h"], ["help"]]) {
    assertEquals(written.quickAnswer(args), (await quarry(args)).out, args.join());
  }
  for (const word of ["--version", "-V", "version"]) {
    // Here the program runs from its sources, so that it does not know its commit.
    const withoutCommit = (text = ""): string => text.replace(/^commit .*$/m, "");
    assertEquals(withoutCommit(written.quickAnswer([word])), withoutCommit((await quarry([word])).out));
  }
  for (const args of [["query"], ["help", "query"], ["--help", "x"], ["--", "--help"]]) {
    assertEquals(written.quickAnswer(args), undefined, args.join(" "));
  }
});

Deno.test("facts are written correctly into texts with any kind of quotes", async () => {
  using folder = Temporary.folder();
  const texts: string[] = [];
  for (const [at, quote] of ['"', "'", "`"].entries()) {
    const path = `${folder.path}/${at}.ts`;
    await Deno.writeTextFile(path, `export const text = ${quote}@help-of-the-bundle@${quote};\n`);
    await writeFacts([path]);
    texts.push((await import(`file://${path}`)).text);
  }
  const { out } = await quarry(["--help"]);
  assertEquals(texts, [out, out, out]);
});
