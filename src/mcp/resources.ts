/**
 * What a client may read without a tool: the language, recipes, and the schema of what is open.
 * @module
 */

import { answer, type Content, cut } from "./answers.ts";
import type { Desk } from "./desk.ts";
import { schemaText } from "./schema_text.ts";

const TEXT = "text/plain";

/** One entry of the list. */
interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** Kinds of resources. */
export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "quarry://help/{topic}",
    name: "help",
    description: "A page of help, or help on a name",
    mimeType: TEXT,
  },
  {
    uriTemplate: "quarry://recipes/{about}",
    name: "recipes",
    description: "Queries for usual questions with a word",
    mimeType: TEXT,
  },
  {
    uriTemplate: "quarry://schema/{trace}",
    name: "schema",
    description: "Tables and columns of an open trace",
    mimeType: TEXT,
  },
] as const;

/** What there is now. */
export function listResources(desk: Desk): Resource[] {
  return [
    {
      uri: "quarry://help/language",
      name: "Query language",
      description: "The query language on one page",
      mimeType: TEXT,
    },
    {
      uri: "quarry://recipes/all",
      name: "Cookbook",
      description: "Queries for the usual questions",
      mimeType: TEXT,
    },
    ...desk.names.map((name) => ({
      uri: `quarry://schema/${encodeURIComponent(name)}`,
      name: `Schema of ${name}`,
      description: "Tables and columns",
      mimeType: TEXT,
    })),
  ];
}

/** The text of a resource; undefined for none. Throws what help throws, and `UsageError` for a trace that is not open. */
export async function readResource(desk: Desk, uri: string): Promise<string | undefined> {
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
      return cut(await desk.services.help(topic.split(/\s+/)));
    case "recipes":
      return cut(await desk.services.recipes(topic, undefined));
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
