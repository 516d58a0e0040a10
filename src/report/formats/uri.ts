/** Paths of suite files as URI references. */

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with each half of a surrogate pair replaced: UTF-8 can't encode such a half. */
export function wellFormed(text: string): string {
  return text.replaceAll(LONE_SURROGATE, '\ufffd');
}

/** `suites/7.3%20x.yaml`, or `file:///home/...` for an absolute path. */
export function uriOf(path: string): string {
  const parts = wellFormed(path).replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  return path.startsWith('/') ? `file://${parts}` : parts;
}

/** Whether a file can lie in the user's repository: not absolute, not above it, not a dependency. */
export function isOwnFile(path: string): boolean {
  return path !== '' && !/^(?:\/|\.\.|[A-Za-z]:)|(?:^|\/)node_modules\//.test(path);
}
