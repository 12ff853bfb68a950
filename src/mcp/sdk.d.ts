/**
 * What `quarry mcp` uses of the SDK of the Model Context Protocol: the types of `sdk.js`, as far as they are
 * needed here.
 * @module
 */

/** Describes one kind of request. */
interface RequestSchema<Params> {
  readonly _output?: { readonly params: Params };
}

/** What a handler is told beside the request. */
interface RequestContext {
  /** Aborted when the client cancels the request, or is gone. */
  readonly signal: AbortSignal;
  /** The client's number of the request. */
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

/** A server: handlers by kind of request. */
export class Server {
  /** Says who the server is and what it can do. */
  constructor(
    info: { readonly name: string; readonly title?: string; readonly version: string },
    options: { readonly capabilities: Readonly<Record<string, object>>; readonly instructions?: string },
  );
  /** Called when the connection ends. */
  onclose?: (() => void) | undefined;
  /** Sets who answers. */
  setRequestHandler<Params>(
    schema: RequestSchema<Params>,
    handler: (request: { params: Params }, context: RequestContext) => object | Promise<object>,
  ): void;
  /** Begins to talk. */
  connect(transport: Transport): Promise<void>;
  /** Ends the connection. */
  close(): Promise<void>;
  /** Tells the client that there are other resources now. */
  sendResourceListChanged(): Promise<void>;
}

/** An error that the client gets as an answer. */
export class McpError extends Error {
  constructor(code: number, message: string);
}

/** Codes of such errors. */
export const ErrorCode: { readonly InvalidParams: -32602 };

/** Calls of a tool. */
export const CallToolRequestSchema: RequestSchema<
  { name: string; arguments?: Record<string, unknown> | undefined }
>;
/** The list of tools. */
export const ListToolsRequestSchema: RequestSchema<unknown>;
/** The list of resources. */
export const ListResourcesRequestSchema: RequestSchema<unknown>;
/** The list of kinds of resources. */
export const ListResourceTemplatesRequestSchema: RequestSchema<unknown>;
/** One resource. */
export const ReadResourceRequestSchema: RequestSchema<{ uri: string }>;
/** The list of prompts. */
export const ListPromptsRequestSchema: RequestSchema<unknown>;
/** One prompt. */
export const GetPromptRequestSchema: RequestSchema<
  { name: string; arguments?: Record<string, string> | undefined }
>;
