/** The package for npm, as users install it: in an otherwise empty folder. */
import { join } from "node:path";
import { run } from "../../tools/commands.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** An empty folder with the package installed from its tarball. */
export async function installedPackage(folder: string): Promise<string> {
  await run(
    Deno.execPath(),
    [
      "run",
      "-A",
      "--config",
      "tools/package/deno.json",
      "--lock",
      "tools/package/deno.lock",
      "tools/package/build.ts",
      join(folder, "built"),
    ],
    { cwd: ROOT },
  );
  const built = [...Deno.readDirSync(join(folder, "built"))].find(({ name }) => name.endsWith(".tgz"))!;
  await Deno.mkdir(join(folder, "empty"));
  await Deno.writeTextFile(join(folder, "empty/package.json"), '{ "private": true, "type": "module" }\n');
  await run(
    "npm",
    ["install", "--silent", "--offline", join(folder, "built", built.name)],
    { cwd: join(folder, "empty") },
  );
  return join(folder, "empty");
}
