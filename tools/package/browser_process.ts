/**
 * The used part of `node:process`, for browsers: there is no user.
 * @module
 */

const browserProcess: { getuid(): undefined; pid: number; platform: string } = {
  getuid: () => undefined,
  pid: 0,
  platform: "browser",
};

export default browserProcess;
