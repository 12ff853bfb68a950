/** Queries and their answers: `deno task test -- --update` writes the answers, and a person reads them. */
import { assertEquals } from "@std/assert";
import { runGolden } from "./golden_file.ts";

const FOLDER = new URL("./", import.meta.url);

for (const { name } of [...Deno.readDirSync(FOLDER)].sort((a, b) => a.name < b.name ? -1 : 1)) {
  if (!name.endsWith(".query")) continue;
  Deno.test(`golden ${name}`, async () => {
    const url = new URL(name, FOLDER);
    const { cases, updated } = await runGolden(await Deno.readTextFile(url));
    if (Deno.args.includes("--update")) {
      await Deno.writeTextFile(url, updated);
      return;
    }
    for (const { script, expected, actual } of cases) assertEquals(actual, expected, script);
  });
}
