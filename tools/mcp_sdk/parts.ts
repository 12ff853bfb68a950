/**
 * What `quarry mcp` uses of the SDK of the Model Context Protocol.
 * @module
 */

export { Server } from "@modelcontextprotocol/sdk/server/index.js";
export {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
