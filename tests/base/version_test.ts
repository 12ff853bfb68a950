import { assertEquals } from "@std/assert";
import project from "../../deno.json" with { type: "json" };
import { VERSION } from "../../src/base/version.ts";

Deno.test("files state the version of the program", () => assertEquals(VERSION, project.version));
