import { assertEquals } from "@std/assert";
import type { Arguments, Program } from "../../src/cli/command.ts";
import { replHost } from "../../src/cli/repl_host.ts";
import type { Terminal } from "../../src/repl/terminal.ts";
import { fakeHost } from "./fake_host.ts";

const NO_ARGUMENTS = { value: () => undefined, has: () => false, operands: [] } as unknown as Arguments;

Deno.test("the prompt gives its terminal to a pager, and takes it back when the pager ends or does not exist", async () => {
  for (const pager of [true, false]) {
    const events: string[] = [];
    const host = fakeHost({ pager });
    const known = {
      ...host,
      startPager(command: string) {
        events.push(command);
        return host.startPager(command);
      },
    };
    const terminal = { setMode: (mode) => void events.push(mode) } as Partial<Terminal> as Terminal;
    const started = replHost(known, NO_ARGUMENTS, terminal, {} as Program).startPager("less -R");
    if (pager) assertEquals(events, ["plain", "less -R"]);
    await started?.input.write("rows");
    await started?.close();
    assertEquals([events, host.written.paged], [["plain", "less -R", "running"], pager ? "rows" : ""]);
  }
});
