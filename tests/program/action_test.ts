/** The action for build servers: its steps run, with the arguments of the inputs and the exit code of what fails. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { atFullEffort } from "../support/effort.ts";
import { Temporary } from "../support/temporary.ts";

const ROOT = new URL("../../", import.meta.url).pathname;
const FOLDER = `${ROOT}testdata/mpatrol/`;

/** The commands of the step, which stand indented below `run: |`. */
async function commands(): Promise<string> {
  const text = await Deno.readTextFile(`${ROOT}tools/build_servers/action.yml`);
  const [, indented = ""] = /^ +run: \|\n([^]*)$/m.exec(text) ?? [];
  return indented.replaceAll(/^ {8}/gm, "");
}

Deno.test(
  atFullEffort("the action checks a script and compares, and fails when one of both does", ["bash"]),
  async () => {
    using folder = Temporary.folder();
    await Deno.writeTextFile(`${folder.path}/check.q`, 'assert leaks | count < 100 : "few leaks"\n');
    // Instead of the package that brings Deno.
    const script = `npx() { shift 2; "$DENO" "$@"; }\n${await commands()}`;
    const run = async (rules: string): Promise<{ code: number; out: string; summary: string }> => {
      await Deno.writeTextFile(`${folder.path}/summary.md`, "");
      const { code, stdout, stderr } = await new Deno.Command("bash", {
        args: ["-e", "-c", script],
        env: {
          DENO: Deno.execPath(),
          GITHUB_ACTION_PATH: `${ROOT}tools/build_servers`,
          GITHUB_STEP_SUMMARY: `${folder.path}/summary.md`,
          TRACE: `${FOLDER}wordfreq-le32/trace.mtrc`,
          BASE: `${FOLDER}wordfreq-le64/trace.mtrc`,
          SCRIPT: `${folder.path}/check.q`,
          RULES: rules,
        },
      }).output();
      const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
      return { code, out: out! + err!, summary: await Deno.readTextFile(`${folder.path}/summary.md`) };
    };
    const { code, out, summary } = await run("leaks_delta > 0\nbytes_delta < -10%\n");
    assertEquals(code, 1, out);
    assertStringIncludes(out, "few leaks");
    assertStringIncludes(
      summary,
      "- passed: `leaks_delta > 0` does not hold\n- **failed**: `bytes_delta < -10%`",
    );
  },
);
