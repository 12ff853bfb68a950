/** A client of the SDK, and a server in the same process. */

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { mcpServices } from "../../src/cli/run_mcp.ts";
import { allCommands } from "../../src/cli/load_command.ts";
import type { CancelledIds } from "../../src/lsp/cancelled_ids.ts";
import { Folders } from "../../src/mcp/folders.ts";
import type { Transport } from "../../src/mcp/sdk.js";
import { serve } from "../../src/mcp/server.ts";
import { fakeHost } from "../cli/fake_host.ts";

/** The answer of a tool. */
interface ToolAnswer {
  /** All texts, concatenated. */
  readonly text: string;
  readonly isError: boolean;
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly resource?: Resource;
  }[];
  /** The structured answer, for programs. */
  // deno-lint-ignore no-explicit-any -- its shape is the tool's, and the client has checked it
  readonly structured: any;
}

interface Resource {
  readonly uri: string;
  readonly mimeType: string;
  readonly text: string;
}

/** An initialized client, with a short way to call tools. */
export class Assistant {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Calls a tool. */
  async call(name: string, given: Record<string, unknown> = {}, signal?: AbortSignal): Promise<ToolAnswer> {
    const { content, isError, structuredContent } = await this.client.callTool(
      { name, arguments: given },
      undefined,
      signal ? { signal } : {},
    ) as { content: ToolAnswer["content"]; isError?: boolean; structuredContent?: object };
    const text = content.map(({ text }) => text ?? "").join("\n");
    return { content, isError: isError ?? false, text, structured: structuredContent };
  }
}

/** Runs a client with a server that may read below some folders, and has files open. */
export async function withAssistant(
  { folders, files = [], cancelled }: {
    readonly folders: readonly string[];
    readonly files?: readonly string[];
    readonly cancelled?: CancelledIds;
  },
  work: (assistant: Assistant) => Promise<void>,
): Promise<void> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  const allowed = new Folders(folders);
  const services = mcpServices(fakeHost(), { all: allCommands });
  const served = serve(there as unknown as Transport, {
    folders: allowed,
    services,
    ...(cancelled ? { cancelled } : {}),
    files: files.map((path) => ({ path: allowed.file(path) })),
  });
  const client = new Client({ name: "test", version: "1" });
  await Promise.race([client.connect(here), served]);
  // From now on the client checks structured answers against the declared schemas.
  await client.listTools();
  try {
    await work(new Assistant(client));
  } finally {
    await client.close();
    await served;
  }
}
