/** Which test files a person means, and what is said when there are none. */
import { assertEquals, assertThrows } from "@std/assert";
import { asked, selection } from "../../tools/test/selection.ts";

Deno.test("selection() takes a room, a part of paths, and else a part of names", () => {
  assertEquals(selection(["tools/selection_test.ts"]), { files: ["tests/tools/selection_test.ts"] });
  assertEquals(
    selection(["tests/tools"]).files,
    selection(["tools"]).files.filter((file) => file.startsWith("tests/tools/")),
  );
  assertEquals(selection(["times_test"]).files, ["tests/tools/times_test.ts"]);
  assertEquals(selection(["every file to one hand"]).filter, "every file to one hand");
});

Deno.test("selection() says what a folder has where a path leads nowhere", () => {
  assertThrows(
    () => selection(["tools/stages"]),
    Error,
    "No test has the path tests/tools/stages; tests/tools/ has: ",
  );
});

Deno.test("asked() leaves out tests without the part of names", () => {
  const tests = [{ file: "a_test.ts", name: "one", outcome: "skipped", seconds: 0 }] as const;
  assertEquals(asked({ files: [], filter: "none" }, tests), []);
  assertEquals(asked({ files: [], filter: "on" }, tests), tests);
  assertEquals(asked({ files: [] }, tests), tests);
});
