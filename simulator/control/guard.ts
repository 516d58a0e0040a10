/** Lets requests into the control API: with its token, from no page but its own, by no host name but its own. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refusedFor } from './control-error.ts';

const TOKEN_BYTES = 24;

export const generateToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** Digests have one length, and the time of comparing them reveals nothing about the text. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const BEARER = /^Bearer +(\S+)$/i;

/** The name in a Host header without its port; undefined where it is not well formed. */
function hostName(host: string): string | undefined {
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::\d{1,5})?$/i.exec(host)?.[1];
  return found?.toLowerCase();
}

const ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/;
const LOCAL_NAME = /^(?:[a-z0-9-]+\.)*localhost$/;

/** `hosts`: host names besides `localhost` and addresses, for instance the name of a container; left out where no option allows one. */
export function guardOf(token: string, hosts?: readonly string[]) {
  const wanted = digest(token);
  const names = new Set(hosts?.map((host) => host.toLowerCase()));
  const remedy = hosts === undefined ? '' : ', or allow the name with --control-host';
  /**
   * Refuses requests that a page of another site could make: by their Host where a name was rebound to this address,
   * by their Origin otherwise. An address as Host can't be rebound.
   */
  const checkOrigin = ({ headers }: IncomingMessage): void => {
    const { host = '', origin } = headers;
    const name = hostName(host);
    if (name === undefined || !(ADDRESS.test(name) || LOCAL_NAME.test(name) || names.has(name)))
      throw refusedFor(
        'forbidden',
        `this host name is not one of the control API; call it by 127.0.0.1 or localhost${remedy}`,
        'header Host',
      );
    const own = [`http://${host}`, `https://${host}`].map((each) => each.toLowerCase());
    const isForeign = origin !== undefined && !own.includes(origin.toLowerCase());
    const site = headers['sec-fetch-site'];
    if (isForeign || site === 'cross-site' || site === 'same-site')
      throw refusedFor('forbidden', 'pages of other origins may not use the control API', 'header Origin');
  };
  const checkToken = ({ headers: { authorization = '' } }: IncomingMessage): void => {
    const given = BEARER.exec(authorization)?.[1];
    if (given === undefined)
      throw refusedFor(
        'unauthorized',
        'the control token is missing; send Authorization: Bearer TOKEN, with the token that was printed at its start',
        'header Authorization',
      );
    if (!timingSafeEqual(digest(given), wanted))
      throw refusedFor(
        'unauthorized',
        'the control token is wrong; send the one that was printed at its start, or given as TAGPROOF_CONTROL_TOKEN',
        'header Authorization',
      );
  };
  return {
    checkOrigin,
    check: (message: IncomingMessage): void => {
      checkOrigin(message);
      checkToken(message);
    },
  };
}

export type Guard = ReturnType<typeof guardOf>;
