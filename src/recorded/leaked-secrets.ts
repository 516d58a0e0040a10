/** Secrets that a recorded reply shows: the declared ones, and those of its own request. Those of other requests count for nothing. */
import type { Exchange } from '../http/exchange.ts';
import { isSecretRef } from '../http/header-value.ts';
import type { Finding } from '../judge/finding.ts';
import { secretLeaks } from '../judge/reply/leaks.ts';
import { remembered } from '../remembered.ts';
import { plainSecretFinderOf, plainSpellings, secretFinderOf } from '../transport/secrets/secret-finder.ts';
import { secretStoreOf } from '../transport/secrets/secrets.ts';
import { declares, type DeclaredWorld } from '../world/declared-world.ts';
import type { NamedSecrets } from './named-secrets.ts';

/** Longer texts are searched for plain spellings: looking for every form would take longer than judging them. */
const MAX_IN_EVERY_FORM = 2048;

export function leakSearch(
  secrets: NamedSecrets,
  world: DeclaredWorld,
): (exchange: Exchange) => readonly Finding[] {
  const store = secretStoreOf(secrets.declared);
  const inEveryForm = secretFinderOf(store, (half) => declares(world, half));
  const plain = plainSecretFinderOf(store);
  const spellings = remembered((name) => plainSpellings(secrets.seen(name)?.value ?? ''));

  const ownIn = (text: string, { headers }: Exchange['request']): string | undefined => {
    for (const [, value] of headers)
      if (isSecretRef(value) && spellings(value.secret).some((each) => text.includes(each)))
        return value.secret;
    return undefined;
  };
  return (exchange) =>
    secretLeaks(
      exchange,
      (text, request) =>
        (text.length <= MAX_IN_EVERY_FORM ? inEveryForm(text, request) : plain(text)) ??
        ownIn(text, exchange.request),
    );
}
