/** Forms of words that questions are reduced to. */
import { assertEquals } from "@std/assert";
import { stemOf, stemsOf } from "../../src/language/reading/sentence_tokens.ts";

/** Words and their stems. */
const STEMS: Readonly<Record<string, string>> = {
  ...{ Files: "file", files: "file", file: "file", bytes: "byte", sizes: "size", leaks: "leak", uses: "use" },
  ...{ boxes: "box", branches: "branch", crashes: "crash", classes: "class", passes: "pass", class: "class" },
  ...{
    entries: "entry",
    libraries: "library",
    ties: "ty",
    status: "status",
    bus: "bus",
    gas: "gas",
    less: "less",
  },
  ...{ axes: "ax", axis: "axi", yes: "yes", gone: "gone", x64s: "x64s", _files: "_files", "": "", S: "s" },
};

Deno.test("stemOf() removes plural endings, and leaves short words and numbers unchanged", () => {
  for (const [word, stem] of Object.entries(STEMS)) assertEquals(stemOf(word), stem, word);
  assertEquals(stemsOf("Largest files of Classes"), "largest file of class");
});
