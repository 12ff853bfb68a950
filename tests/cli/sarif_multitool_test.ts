/**
 * What Microsoft's SARIF multitool reports about our files, with the rules of GitHub. `QUARRY_TEST_SARIF` names its
 * program, from the npm package `@microsoft/sarif-multitool`:
 * `node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool`.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { unless } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";
import { quarry } from "./program.ts";

const TRACE = "testdata/mpatrol/wordfreq-le64/trace.mtrc";
const MULTITOOL = Deno.env.get("QUARRY_TEST_SARIF") ?? "";
const ABSENT = MULTITOOL === "" ? "QUARRY_TEST_SARIF names no multitool" : null;

/** Rows with locations, rows without, and a script in a file. */
const ASSERTIONS = [
  'assert leaks | where line > 0 | by file, line : "no leaks"',
  'assert leaks | by size : "no sizes"',
  'assert leaks | count < 3 : "few"',
];

Deno.test("every finding has a location, since GitHub requires one: the first trace if there is no source", async () => {
  const { out } = await quarry(["query", TRACE, "-e", ASSERTIONS[1]!, "--format", "sarif"]);
  const [{ results }] = JSON.parse(out).runs;
  assertEquals(results[0].locations[0].physicalLocation, {
    artifactLocation: { uri: TRACE },
    region: { startLine: 1 },
  });
});

Deno.test({
  ...unless([ABSENT], "the SARIF and GitHub rules find no error, and find one in a broken file"),
  fn: async () => {
    using temporary = Temporary.folder();
    const folder = temporary.path;
    const validate = async (text: string): Promise<string> => {
      await Deno.writeTextFile(`${folder}/q.sarif`, text);
      const args = ["validate", "q.sarif", "--rule-kind", "Sarif;Ghas", "--output", "o.sarif", "--log"];
      const { stdout } = await new Deno.Command(MULTITOOL, {
        args: [...args, "ForceOverwrite"],
        cwd: folder,
        env: { DOTNET_SYSTEM_GLOBALIZATION_INVARIANT: "1" },
      }).output();
      const said = new TextDecoder().decode(stdout);
      assertStringIncludes(said, "Analysis completed successfully");
      return said;
    };
    await Deno.writeTextFile(`${folder}/a.qry`, ASSERTIONS.join("\n"));
    const inline = ASSERTIONS.flatMap((each) => ["-e", each]);
    for (const script of [inline, ["-f", `${folder}/a.qry`], [...inline, "--source-root", "testdata"]]) {
      const { out } = await quarry(["query", TRACE, ...script, "--format", "sarif"]);
      const said = await validate(out);
      assert(!/: error /.test(said), said);
      const broken = JSON.parse(out);
      for (const rule of broken.runs[0].tool.driver.rules) delete rule.help;
      assertStringIncludes(await validate(JSON.stringify(broken)), "error GH2012");
    }
  },
});
