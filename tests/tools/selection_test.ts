/** Which test files a word selects, and the error if there are none. */
import { assertEquals, assertThrows } from "@std/assert";
import { Temporary } from "../support/temporary.ts";
import { asked, cameTo, selection } from "../../tools/test/selection.ts";

Deno.test("selection() accepts a test folder, part of a path, or else part of a test name", () => {
  assertEquals(selection(["tools/selection_test.ts"]), { files: ["tests/tools/selection_test.ts"] });
  assertEquals(
    selection(["tests/tools"]).files,
    selection(["tools"]).files.filter((file) => file.startsWith("tests/tools/")),
  );
  assertEquals(selection(["times_test"]).files, ["tests/tools/times_test.ts"]);
  assertEquals(selection(["every file to one worker"]).filter, "every file to one worker");
});

Deno.test("selection() lists a folder if a path does not exist", () => {
  assertThrows(
    () => selection(["tools/stages"]),
    Error,
    "No test has the path tests/tools/stages; tests/tools/ has: ",
  );
});

Deno.test("asked() selects tests by part of their names", () => {
  const tests = [{ file: "a_test.ts", name: "one", outcome: "skipped", seconds: 0 }] as const;
  assertEquals(asked({ files: [], filter: "none" }, tests), []);
  assertEquals(asked({ files: [], filter: "on" }, tests), tests);
  assertEquals(asked({ files: [] }, tests), tests);
});

Deno.test("cameTo() selects the skipped tests, and no others of their files", async () => {
  using folder = Temporary.folder();
  const file = `${folder.path}/some_test.ts`;
  const names = ["a.b [c] (d|e)", "a.b [c] (d|e), twice", "axb [c] (d|e)", "back\\slash / µ^$ #1", "other"];
  const ran = [names[0]!, `${names[0]} (skipped: no tool)`, names[3]!];
  Deno.writeTextFileSync(
    file,
    [...names, ran[1]].map((name) => `Deno.test(${JSON.stringify(name)}, () => {});`).join("\n"),
  );
  const { files, filter } = cameTo("skipped", [
    { file, name: names[0]!, outcome: "skipped", seconds: 0 },
    { file, name: `${names[0]} #2`, outcome: "skipped", seconds: 0 },
    { file, name: names[3]!, outcome: "skipped", seconds: 0 },
    { file, name: names[4]!, outcome: "passed", seconds: 0 },
  ]);
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["test", "--no-check", "--no-config", "--reporter=tap", `--filter=${filter}`, ...files],
  }).output();
  const lines = new TextDecoder().decode(stdout).split("\n").filter((line) => line.startsWith("ok "));
  assertEquals(lines.map((line) => line.replace(/^ok \d+ - /, "").replace(/\\(.)/g, "$1")), [
    names[0],
    names[3],
    ran[1],
  ]);
});
