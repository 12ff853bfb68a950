/**
 * Resources that a client may read without a tool: the language, recipes, and the schemas of open traces.
 * @module
 */

import { answer, type Content, truncateAnswer } from "./answers.ts";
import type { OpenTraceList } from "./open_trace_list.ts";
import { schemaText } from "./schema_text.ts";

const TEXT = "text/plain";

/** A resource in the list. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** URI templates of the resources. */
export const RESOURCE_TEMPLATES = [
  template("help/{topic}", "A page of help, or help on a name"),
  template("recipes/{about}", "Queries for common questions with a word"),
  template("schema/{trace}", "Tables and columns of an open trace"),
];

function template(
  path: string,
  description: string,
): Omit<Resource, "uri"> & { readonly uriTemplate: string } {
  return { uriTemplate: `quarry://${path}`, name: path.split("/")[0]!, description, mimeType: TEXT };
}

/** Lists the resources available now. */
export function listResources(desk: OpenTraceList): Resource[] {
  const resource = (path: string, name: string, description: string): Resource => {
    return { uri: `quarry://${path}`, name, description, mimeType: TEXT };
  };
  return [
    resource("help/language", "Query language", "The query language on one page"),
    resource("recipes/all", "Cookbook", "Queries for common questions"),
    ...desk.names.map((name) =>
      resource(`schema/${encodeURIComponent(name)}`, `Schema of ${name}`, "Tables and columns")
    ),
  ];
}

/**
 * The text of a resource; undefined if the URI names none. Throws errors of help, and `UsageError` for a
 * trace that is not open.
 */
export async function readResource(desk: OpenTraceList, uri: string): Promise<string | undefined> {
  const [, kind, encoded] = /^quarry:\/\/(\w+)\/([^/]+)$/.exec(uri) ?? [];
  if (encoded === undefined) return undefined;
  let topic: string;
  try {
    topic = decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
  switch (kind) {
    case "help":
      return truncateAnswer(await desk.services.help(topic.split(/\s+/)));
    case "recipes":
      return truncateAnswer(await desk.services.recipes(topic, undefined));
    case "schema": {
      desk.about(topic);
      return answer("", schemaText(desk.session, topic)).content.map(textOf).join("\n");
    }
    default:
      return undefined;
  }
}

function textOf(content: Content): string {
  return content.type === "text" ? content.text : content.resource.text;
}
