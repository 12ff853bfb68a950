/** Files named by traces, below the root of another machine or of this one. */
import { assertEquals, assertThrows } from "@std/assert";
import { ProgramFiles } from "../../src/ingest/program_files.ts";
import { libraryFiles } from "../../src/ingest/library_files.ts";
import { InputError } from "../../src/base/errors.ts";
import { RootedFiles } from "../../src/ingest/rooted_files.ts";
import { withTools } from "../support/programs.ts";
import { Temporary } from "../support/temporary.ts";

Deno.test(
  withTools(
    ["mkfifo"],
    "a pipe named by a trace or a script is refused as a file, without waiting for its writer",
  ),
  async () => {
    using folder = Temporary.folder();
    const pipe = `${folder.path}/pipe`;
    await new Deno.Command("mkfifo", { args: [pipe] }).output();
    await Deno.writeTextFile(`${folder.path}/file`, "let a = size > 1");
    const files = new RootedFiles(folder.path);
    assertEquals(files.open(pipe), undefined);
    assertEquals(files.open(`${folder.path}/file`)?.size, 16);
    files.close();
    assertEquals(new ProgramFiles().open(pipe), undefined);
    assertThrows(() => libraryFiles.read(pipe), InputError, "it is not a regular file");
    assertEquals(libraryFiles.read(`${folder.path}/file`), "let a = size > 1");
  },
);
