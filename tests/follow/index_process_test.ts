/** Processes that follow a trace and save an index, which other processes open. */
import { assert, assertEquals } from "@std/assert";
import { indexesIn } from "../../src/index/index_folder.ts";
import { quarry } from "../cli/program.ts";
import { atFullEffort } from "../support/effort.ts";
import { withFolder } from "../support/temporary.ts";
import { Running } from "./running.ts";

/** Reading this many lines takes longer than a second: an index is saved for slow traces only. */
const LINES = 5_000_000;
const PIECE = 500_000;

async function writeLines(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  const encoder = new TextEncoder();
  for (let first = 0; first < LINES; first += PIECE) {
    let text = first === 0 ? "= Start\n" : "";
    for (let at = first; at < first + PIECE; at++) {
      const addr = (0x1000 + 64 * (at >> 1)).toString(16);
      text += at % 2 === 0 ? `@ ./app:[0x401136] + 0x${addr} 0x20\n` : `@ ./app:[0x401136] - 0x${addr}\n`;
    }
    for (let bytes = encoder.encode(text); bytes.length > 0;) bytes = bytes.subarray(await file.write(bytes));
  }
}

const COUNT = ["-e", "events | count"];

for (const ending of ["--idle", "Ctrl-C", "SIGTERM", "prompt"] as const) {
  Deno.test(atFullEffort(`an index exists when following has ended: ${ending}`), async () => {
    await withFolder(async (folder) => {
      const path = `${folder}/t.mtrace`, indexes = `${folder}/indexes`;
      await writeLines(path);
      const options = [path, "--index", indexes];
      if (ending === "prompt") {
        await using prompt = new Running(["repl", "--follow", ...options, "-i"], { stdin: "piped" });
        await prompt.write(new TextEncoder().encode("events | count\n.quit\n"));
        assertEquals(await prompt.end(), 0, prompt.err);
      } else {
        const more = ending === "--idle" ? ["--idle", "500ms"] : ["--every", "1m"];
        await using follow = new Running(["query", "--follow", ...options, ...COUNT, ...more]);
        await follow.until(/count\n\d+\n/);
        if (ending === "Ctrl-C") follow.kill("SIGINT");
        if (ending === "SIGTERM") follow.kill("SIGTERM");
        assertEquals(await follow.end(), { "--idle": 0, "Ctrl-C": 130, "SIGTERM": 143 }[ending]);
      }
      const found = indexesIn(indexes);
      // SIGTERM ends the program at once.
      assertEquals(found.length, ending === "SIGTERM" ? 0 : 1);
      if (ending === "SIGTERM") return;
      const index = found[0]!.path;
      const long = new Date(1e12);
      await Deno.utime(index, long, long);
      const usual = await quarry(["query", ...options, ...COUNT]);
      assertEquals([usual.out, usual.err], [`count\n${LINES}\n`, ""]);
      // The date of an index is that of its last use.
      assert((await Deno.stat(index)).mtime! > long);
      const read = await quarry(["query", path, "--no-cache", ...COUNT]);
      assertEquals(read.out, usual.out);
    });
  });
}
