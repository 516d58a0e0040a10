/** Tells whether a text carries a secret of the secret store: its value as it is, escaped or encoded, or a half of it. */
import { remembered } from '../../base/remembered.ts';
import { isSecretRef, type Request } from '../request.ts';
import type { Secret, SecretStore } from './secrets.ts';
import { formsOf, isUnlikely, SEARCHED_LENGTH, searchFor, viewsOf } from './forms.ts';

/** The halves that tell of one secret alone: many keys of one service begin alike. */
function tellingHalves(secrets: readonly Secret[]) {
  return secrets.flatMap((secret) => {
    const length = Math.floor(secret.value.length / 2);
    return [secret.value.slice(0, length), secret.value.slice(-length)]
      .filter((half) => half.length >= SEARCHED_LENGTH && isUnlikely(half))
      .filter((half) => secrets.every((other) => other === secret || !other.value.includes(half)))
      .map((value) => ({ secret, value }));
  });
}

/** Whether a request says this text, or may, since it carries an altered secret: an echo of it tells nothing. */
function says({ path, headers, body, misplaced = [] }: Request, half: string): boolean {
  return (
    path.includes(half) ||
    misplaced.length > 0 ||
    headers.some(([, value]) => (isSecretRef(value) ? value.alter !== undefined : value.includes(half))) ||
    (body !== undefined && Buffer.from(body).includes(half))
  );
}

/**
 * A function that names a secret whose value a text carries, also a public one, also escaped, in base64 or in hexadecimal; values
 * under eight characters may occur by chance. Of several the longest is named. Half of a secret counts too, unless the request
 * has it or `isDeclared` says that the world has.
 */
export function secretFinderOf(
  secretStore: SecretStore,
  isDeclared: (half: string) => boolean = () => false,
): (text: string, request?: Request) => string | undefined {
  const secrets = [...secretStore.values()].filter(({ value }) => value.trim().length >= SEARCHED_LENGTH);
  if (secrets.length === 0) return () => undefined;
  const wanted = [...secrets.map((secret) => ({ secret, value: secret.value })), ...tellingHalves(secrets)];
  const search = searchFor(wanted.flatMap((each) => formsOf(each.value).map((form) => ({ ...form, each }))));
  const declared = remembered((half) => ({ is: isDeclared(half) }));
  /** Most heads and bodies of replies come again and again. */
  const carried = remembered((text) => {
    const all = new Set<(typeof wanted)[number]>();
    for (const { text: read } of viewsOf(text))
      search(read, ({ each, text: written, exact }, at) => {
        if (!exact || read.startsWith(written, at)) all.add(each);
      });
    return [...all].toSorted((a, b) => b.value.length - a.value.length);
  });
  return (text, request) =>
    carried(text).find(
      ({ secret, value }) =>
        value === secret.value || (!declared(value).is && (request === undefined || !says(request, value))),
    )?.secret.name;
}

/** How a value may be written where nothing is escaped; none where it is so short that it may occur by chance. */
export function spellingsOf(value: string): readonly string[] {
  return value.trim().length < SEARCHED_LENGTH ? [] : formsOf(value).map(({ text }) => text);
}
