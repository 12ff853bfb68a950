/** The snappy library reads its module from a file; a program that may read only the trace decodes without it. */
import { assertEquals } from "@std/assert";
import { quarry } from "../cli/program.ts";

const ROOT = new URL("../../", import.meta.url);

async function dump(sample: string): Promise<[number, string, string]> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    cwd: ROOT,
    args: [
      "run",
      "--no-prompt",
      "--quiet",
      // If the samples are a link, also the folder that it points to.
      `--allow-read=testdata,${Deno.realPathSync(new URL("testdata", ROOT))}`,
      "--config",
      "deno.json",
      "cli.ts",
      "as",
      "apitrace",
      "dump",
      `testdata/apitrace/${sample}.trace`,
    ],
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return [code, out!, err!];
}

Deno.test("snappy chunks are decoded without the library if it cannot be loaded", async () => {
  const samples = ["real-shaders", "cont-snappy-mixed-chunks"];
  const dumps = await Promise.all(samples.map(dump));
  for (const [at, sample] of samples.entries()) {
    const alone = dumps[at]!;
    assertEquals([alone[0], alone[2]], [0, ""]);
    const { code, out, err } = await quarry(["as", "apitrace", "dump", `testdata/apitrace/${sample}.trace`]);
    assertEquals(alone, [code, out, err]);
  }
});
