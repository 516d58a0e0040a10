/** Finding a name that occurs twice in one object of a JSON text: JSON.parse drops the first silently. */

const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{}:]/gs;
/** Longer names are cut in messages. */
const SHOWN = 40;

function show(name: string): string {
  return JSON.stringify(name.length > SHOWN ? `${name.slice(0, SHOWN)}…` : name);
}

/** The first repeated name, as it is shown to people; undefined where every name is unique. `text` is valid JSON. */
export function repeatedName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const name = JSON.parse(last) as string;
      const names = open.at(-1);
      if (names?.has(name) === true) return show(name);
      names?.add(name);
    } else last = token;
  }
  return undefined;
}
