/** The exports of the library are documented, each with an example that the gate runs. */
import { assert, assertEquals } from "@std/assert";
import { EXAMPLES } from "../../tools/gate/steps.ts";

const ROOT = new URL("../../", import.meta.url);

interface Documented {
  readonly nodes: Readonly<Record<string, { readonly symbols: readonly Symbol[] }>>;
}

interface Symbol {
  readonly name: string;
  readonly declarations: readonly {
    readonly location: { readonly filename: string };
    readonly jsDoc?: { readonly doc?: string };
  }[];
}

Deno.test("every export of the entry points has an example, in a file whose examples the gate runs", async () => {
  const found: string[] = [];
  for (const entry of ["mod.ts", "formats.ts", "errors.ts", "worker.ts"]) {
    const args = ["doc", "--json", entry];
    const { stdout } = await new Deno.Command(Deno.execPath(), { args, cwd: ROOT, stderr: "null" }).output();
    const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as Documented;
    for (const { name, declarations } of Object.values(nodes).flatMap(({ symbols }) => symbols)) {
      found.push(name);
      const [{ location, jsDoc }] = declarations as [Symbol["declarations"][number]];
      const file = new URL(location.filename).pathname.slice(ROOT.pathname.length);
      assert(jsDoc?.doc?.includes("\n```ts\n"), `${name} has no example`);
      assert(EXAMPLES.some((each) => file === each || file.startsWith(`${each}/`)), `${file} is not run`);
    }
  }
  assertEquals(["Quarry", "Result", "Span", "detectFormat"].filter((name) => !found.includes(name)), []);
});
