/** Where the reader is: a tab and what is chosen in it, as the address has it behind `#`. */

export const TABS = {
  journal: 'Journal',
  world: 'World',
  faults: 'Faults',
  dialect: 'Dialect',
} as const;

export type Tab = keyof typeof TABS;
export type PlaceChoices = Readonly<Record<string, string>>;

export interface ConsolePlace {
  readonly tab: Tab;
  readonly choices: PlaceChoices;
}

const isTab = (text: string): text is Tab => Object.hasOwn(TABS, text);

/** Reads a hash, for instance `#world?game=meadow-run&kind=groups`. */
export function consolePlace(hash: string): ConsolePlace {
  const [name = '', query = ''] = hash.replace(/^#/, '').split(/\?(.*)/s);
  const choices: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of new URLSearchParams(query)) choices[key] = value;
  return { tab: isTab(name) ? name : 'journal', choices };
}

/** The hash of a place; what is empty is left out. */
export function hashOf(tab: Tab, choices: PlaceChoices = {}): string {
  const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== ''));
  const text = query.toString();
  return `#${tab}${text === '' ? '' : `?${text}`}`;
}

/** The token in a hash such as `#token=…`; undefined: it has none. Browsers escape some characters of a hash. */
export function tokenIn(hash: string): string | undefined {
  const found = /^#token=(.+)$/.exec(hash)?.[1];
  if (found === undefined) return undefined;
  try {
    return decodeURIComponent(found);
  } catch {
    return found;
  }
}
