/** The action for build servers: its steps run, with the arguments of the inputs and the exit code of a failure. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const FOLDER = `${ROOT}testdata/mpatrol/`;

/** The commands of the step, which are indented below `run: |`. */
async function commands(): Promise<string> {
  const text = await Deno.readTextFile(`${ROOT}action.yml`);
  const [, indented = ""] = /^ +run: \|\n([^]*)$/m.exec(text) ?? [];
  return indented.replaceAll(/^ {8}/gm, "");
}

Deno.test(
  atFullEffort("the action checks a script and compares traces, and fails if either does", ["bash"]),
  async () => {
    using folder = Temporary.folder();
    await Deno.writeTextFile(
      `${folder.path}/check.q`,
      'assert leaks | count < 100 : "few leaks";\nassert leaks | where line > 0 | by file, line : "no lines"\n',
    );
    await Deno.mkdir(`${folder.path}/src`);
    await Deno.writeTextFile(`${folder.path}/src/wordfreq.c`, "");
    // Replaces the package that provides Deno.
    const script = `npx() { shift 2; "$DENO" "$@"; }\n${await commands()}`;
    const run = async (
      rules: string,
      more: Record<string, string> = {},
    ): Promise<{ code: number; out: string; summary: string }> => {
      await Deno.writeTextFile(`${folder.path}/summary.md`, "");
      const { code, stdout, stderr } = await new Deno.Command("bash", {
        args: ["-e", "-c", script],
        env: {
          DENO: Deno.execPath(),
          GITHUB_ACTION_PATH: ROOT,
          SOURCE_ROOT: folder.path,
          MAP_PATH: "=src\n",
          SARIF: `${folder.path}/found.sarif`,
          GITHUB_STEP_SUMMARY: `${folder.path}/summary.md`,
          TRACE: `${FOLDER}wordfreq-le32/trace.mtrc`,
          BASE: `${FOLDER}wordfreq-le64/trace.mtrc`,
          SCRIPT: `${folder.path}/check.q`,
          RULES: rules,
          ...more,
        },
      }).output();
      const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      return { code, out: out! + err!, summary: await Deno.readTextFile(`${folder.path}/summary.md`) };
    };
    const { code, out, summary } = await run("leaks_delta > 0\nbytes_delta < -10%\n");
    assertEquals(code, 1, out);
    assertStringIncludes(out, "few leaks");
    assertStringIncludes(out, "::error file=src/wordfreq.c,line=13,title=no lines::");
    const { runs } = JSON.parse(await Deno.readTextFile(`${folder.path}/found.sarif`));
    const [{ physicalLocation: { artifactLocation } }] = runs[0].results[0].locations;
    assertEquals(artifactLocation, { uri: "src/wordfreq.c", uriBaseId: "SRCROOT" });
    assertStringIncludes(
      summary,
      "- passed: `leaks_delta > 0` does not hold\n- **failed**: `bytes_delta < -10%`",
    );
    // The first run of a branch has nothing to compare with.
    const first = await run("leaks_delta > 0", { SCRIPT: "", BASE: `${folder.path}/none.mtrc` });
    assertEquals([first.code, first.summary], [0, ""], first.out);
    assertStringIncludes(first.out, "::notice title=Quarry::no trace to compare with at ");
  },
);

Deno.test("the documented workflow uses inputs that the action has, and reads the file that it writes", async () => {
  const page = await Deno.readTextFile(`${ROOT}docs/build-servers.md`);
  const [, workflow = ""] = /```yaml\n([^]*?)```/.exec(page) ?? [];
  const action = await Deno.readTextFile(`${ROOT}action.yml`);
  const known = [...action.matchAll(/^ {2}([a-z-]+):$/gm)].map(([, name]) => name!);
  const [, given = ""] = /uses: OWNER\/quarry@.*\n +with:\n((?: {10}.*\n)*)/.exec(workflow) ?? [];
  const inputs = [...given.matchAll(/^ {10}([a-z-]+):/gm)].map(([, name]) => name!);
  assertEquals(inputs.filter((name) => !known.includes(name)), []);
  assertEquals(inputs.includes("trace") && inputs.includes("sarif"), true);
  const [, sarif] = /^ {10}sarif: (.*)$/m.exec(given)!;
  assertStringIncludes(workflow, `sarif_file: ${sarif}\n`);
  assertStringIncludes(workflow, "security-events: write");
});
