/** The generated types of kernels match what their bytes export. */
import { assertEquals } from "@std/assert";
import { sortedKernels } from "../../tools/kernels/kernel_files.ts";

Deno.test("the types of kernels name each function with as many parameters as it takes", async () => {
  for (const { target } of sortedKernels("src")) {
    const url = new URL(`../../${target}`, import.meta.url);
    const { WASM_BASE64 } = await import(url.href) as { WASM_BASE64: string };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.fromBase64(WASM_BASE64)), {
      env: new Proxy({ memory: new WebAssembly.Memory({ initial: 16, maximum: 65536, shared: true }) }, {
        get: (env, name) => name === "memory" ? env.memory : () => {},
      }),
    });
    const taken = Object.entries(exports).filter(([, each]) => typeof each === "function")
      .map(([name, each]) => `${name} ${(each as () => void).length}`);
    const [, types] = (await Deno.readTextFile(url)).split("export interface Exports {");
    const written = Array.from(
      types!.matchAll(/^ {2}(\w+)\(([^)]*)\): \w+;$/gm),
      ([, name, parameters]) => `${name} ${parameters!.match(/:/g)?.length ?? 0}`,
    );
    assertEquals(written.sort(), taken.sort(), target);
  }
});
