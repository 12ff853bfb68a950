/** A message names what is missing when a trace comes from a pipe, and an alternative. */
import { assertEquals } from "@std/assert";
import { quarry } from "../cli/program.ts";
import { SAMPLES } from "./samples.ts";
import { atFullEffort } from "../support/effort.ts";

const REASON =
  "it is read from the file on demand, and a pipe cannot be read twice: open the trace by its path";

Deno.test(
  atFullEffort("a recording from a pipe says why arguments of calls are missing"),
  async () => {
    const { path, bytes } = SAMPLES.get("apitrace")!.find((sample) => sample.path.includes("real-shaders"))!;
    const script = [
      "args | count",
      "groups | count",
      'calls | where arg("target") == "GL_TEXTURE_2D" | count',
      "calls | select no, args | count",
      "calls | where redundant | count",
    ];
    const piped = await quarry(["query", "-", "-e", script.join("\n")], { stdin: bytes });
    assertEquals(
      piped.err.split("\n").filter((line) => line.includes("^")).map((line) => line.replace(/.*\^ /, "")),
      script.map(() => REASON),
    );
    assertEquals([piped.code, piped.out], [2, ""]);
    const file = await quarry(["query", `testdata/${path}`, "-e", script.join("\n")]);
    assertEquals([file.code, file.err], [0, ""]);
  },
);
