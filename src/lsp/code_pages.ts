/**
 * Pages about codes of diagnostics, which the server itself has: a client that shows documents of a server links to them.
 * @module
 */

import { type Connection, ErrorCodes, ResponseError } from "vscode-languageserver/node";

/** The scheme of addresses that the server answers. */
export const PAGE_SCHEME = "quarry";
const ADDRESS = /^quarry:\/{0,3}codes\/([A-Z]\d+)\.md$/;

/** The address of the page about a code. */
export function codeAddress(code: string): string {
  return `${PAGE_SCHEME}:/codes/${code}.md`;
}

/** Answers requests for such pages. */
export function answerCodePages(connection: Connection, explain: (code: string) => Promise<string>): void {
  connection.workspace.textDocumentContent.on(async ({ uri }) => {
    const code = ADDRESS.exec(uri)?.[1];
    if (code === undefined) {
      return new ResponseError(ErrorCodes.InvalidParams, `There is no page "${uri}"`);
    }
    try {
      return { text: `# ${code}\n\n\`\`\`text\n${(await explain(code)).trim()}\n\`\`\`\n` };
    } catch (error) {
      return new ResponseError(
        ErrorCodes.InvalidParams,
        error instanceof Error ? error.message : String(error),
      );
    }
  });
}
