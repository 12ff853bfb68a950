/**
 * Where Deno keeps packages of npm: `FOLDER/REGISTRY/NAME/VERSION/…`, for any registry.
 * @module
 */

import { run } from "./commands.ts";

/** The package of a file; undefined for other files. */
export function packageOf(
  file: string,
): { readonly name: string; readonly version: string; readonly folder: string } | undefined {
  const [folder, name, version] = /^.*\/npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/([^/]+)\//.exec(file) ?? [];
  return folder === undefined ? undefined : { name: name!, version: version!, folder };
}

/** The path of a file of a package, `NAME/VERSION/FILE`. Throws if there is none. */
export async function cachedFile(path: string, deno = Deno.execPath()): Promise<string> {
  const { npmCache } = JSON.parse(await run(deno, ["info", "--json"])) as { readonly npmCache: string };
  for await (const { name } of Deno.readDir(npmCache)) {
    const file = `${npmCache}/${name}/${path}`;
    if (await Deno.stat(file).then(() => true, () => false)) return file;
  }
  throw new Error(`Deno has no ${path} in its cache`);
}
