/**
 * The parts of the SDK of the Model Context Protocol that `quarry mcp` uses: the types of `sdk.js`, reduced
 * to those needed here.
 * @module
 */

/** Describes one kind of request. */
interface RequestSchema<Params> {
  readonly _output?: { readonly params: Params };
}

/** Context that a handler gets with a request. */
interface RequestContext {
  /** Aborted when the client cancels the request or disconnects. */
  readonly signal: AbortSignal;
  /** The request id that the client chose. */
  readonly requestId: number | string;
}

/** A connection to a client. */
export interface Transport {
  onmessage?: ((message: object) => void) | undefined;
  onclose?: (() => void) | undefined;
  start(): Promise<void>;
  send(message: never): Promise<void>;
  close(): Promise<void>;
}

/** A server: one handler per kind of request. */
export class Server {
  /** Creates a server with its name and version, and its capabilities. */
  constructor(
    info: { readonly name: string; readonly title?: string; readonly version: string },
    options: { readonly capabilities: Readonly<Record<string, object>>; readonly instructions?: string },
  );
  /** Called when the connection ends. */
  onclose?: (() => void) | undefined;
  /** Sets the handler of a kind of request. */
  setRequestHandler<Params>(
    schema: RequestSchema<Params>,
    handler: (request: { params: Params }, context: RequestContext) => object | Promise<object>,
  ): void;
  /** Starts serving over a connection. */
  connect(transport: Transport): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
  /** Tells the client that the list of resources has changed. */
  sendResourceListChanged(): Promise<void>;
}

/** An error that is sent to the client as the answer. */
export class McpError extends Error {
  constructor(code: number, message: string);
}

/** JSON-RPC error codes. */
export const ErrorCode: { readonly InvalidParams: -32602 };

/** Request to call a tool. */
export const CallToolRequestSchema: RequestSchema<
  { name: string; arguments?: Record<string, unknown> | undefined }
>;
/** Request to list the tools. */
export const ListToolsRequestSchema: RequestSchema<unknown>;
/** Request to list the resources. */
export const ListResourcesRequestSchema: RequestSchema<unknown>;
/** Request to list the resource templates. */
export const ListResourceTemplatesRequestSchema: RequestSchema<unknown>;
/** Request to read a resource. */
export const ReadResourceRequestSchema: RequestSchema<{ uri: string }>;
/** Request to list the prompts. */
export const ListPromptsRequestSchema: RequestSchema<unknown>;
/** Request to get a prompt. */
export const GetPromptRequestSchema: RequestSchema<
  { name: string; arguments?: Record<string, string> | undefined }
>;
