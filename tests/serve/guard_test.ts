/** Access to the workbench: no requests without the token, from other sites, or for other host names. */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { newToken, refusalReason } from "../../src/serve/guard.ts";

const door = { token: newToken(), port: 7237, address: "127.0.0.1" };

function ask(
  path: string,
  { headers = {}, method = "GET", address = door.address }: {
    readonly headers?: Record<string, string>;
    readonly method?: string;
    readonly address?: string;
  } = {},
): number {
  const request = new Request(`http://127.0.0.1:7237${path}`, {
    method,
    headers: { host: "127.0.0.1:7237", ...headers },
  });
  return refusalReason(request, { ...door, address })?.status ?? 200;
}

const JSON_TYPE = { "content-type": "application/json" };

Deno.test("a token has 128 bits, differs each time, and fits into an address without escapes", () => {
  const tokens = new Set(Array.from({ length: 100 }, newToken));
  assertEquals(tokens.size, 100);
  for (const token of tokens) assertMatch(token, /^[\w-]{22}$/);
});

Deno.test("requests without the right token are refused", () => {
  assertEquals(ask(`/${door.token}/`), 200);
  const wrong = [
    "/",
    "/api/traces",
    `/${door.token.slice(1)}/`,
    `/${door.token}x/`,
    `//${door.token}/`,
    "/%00/",
  ];
  for (const path of wrong) assertEquals(ask(path), 403, path);
});

Deno.test("another host name for this machine is refused", () => {
  const path = `/${door.token}/`;
  for (const host of ["127.0.0.1:7237", "localhost:7237", "[::1]:7237"]) {
    assertEquals(ask(path, { headers: { host } }), 200, host);
  }
  for (
    const host of [
      "evil.example:7237",
      "127.0.0.1.evil.example:7237",
      "127.0.0.1:80",
      "127.0.0.1",
      "10.0.0.7:7237",
    ]
  ) {
    assertEquals(ask(path, { headers: { host } }), 421, host);
  }
  // On all interfaces: any address of this machine is allowed, but still no other name.
  for (const host of ["10.0.0.7:7237", "[fe80::1]:7237"]) {
    assertEquals(ask(path, { headers: { host }, address: "0.0.0.0" }), 200, host);
  }
  for (const host of ["evil.example:7237", "10.0.0.7.evil.example:7237", "abc:7237"]) {
    assertEquals(ask(path, { headers: { host }, address: "0.0.0.0" }), 421, host);
  }
});

Deno.test("requests from other sites are refused, whatever they contain", () => {
  const path = `/${door.token}/api/run`;
  const post = (headers: Record<string, string>): number => ask(path, { method: "POST", headers });
  assertEquals(post({ ...JSON_TYPE, origin: "http://127.0.0.1:7237" }), 200);
  for (const origin of ["http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:7237"]) {
    assertEquals(post({ ...JSON_TYPE, origin }), 403, origin);
  }
  assertEquals(post({ ...JSON_TYPE, "sec-fetch-site": "cross-site" }), 403);
  assertEquals(post({ ...JSON_TYPE, "sec-fetch-site": "same-site" }), 403);
  // Requests that a form or an image can send without a preflight.
  for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
    assertEquals(post({ "content-type": type }), 415, type);
  }
  assertEquals(ask(`/${door.token}/app.js`, { headers: { "sec-fetch-site": "cross-site" } }), 403);
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" };
  assertEquals(ask(`/${door.token}/`, { headers: link }), 200);
  for (const method of ["PUT", "DELETE", "OPTIONS", "HEAD"]) assertEquals(ask(path, { method }), 405, method);
  assert(door.token !== "");
});
