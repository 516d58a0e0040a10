/** What a script reads of a simulator that has started: one line of JSON. It holds values of secrets only where they are public. */
import type { TargetFile } from '../../config/target-file/target-file.ts';
import { UNKNOWN, type SecretKey } from '../../world/world.ts';
import { VERSION } from '../../version.ts';
import { asciiJson } from '../../text/visible.ts';

export interface Ready {
  readonly url: string;
  /** Where the control API is; undefined: it is not served. */
  readonly controlUrl: string | undefined;
  /** The token of the control API where it was generated: one that the user gave is not printed. */
  readonly token: string | undefined;
  readonly file: TargetFile;
  readonly pid: number;
  /** The certificate authority that clients have to trust. */
  readonly authorityFile?: string | undefined;
}

/** A value, or null and the variable that holds it. */
interface ShownSecret {
  readonly value: string | null;
  readonly env: string;
}

const orNull = <T>(value: T | typeof UNKNOWN): T | null => (value === UNKNOWN ? null : value);

/** The line, with its line break. */
export function readyLine({ url, controlUrl, token, file, pid, authorityFile }: Ready): string {
  const { world, secrets } = file;
  const byName = new Map(secrets.map((secret) => [secret.name, secret]));
  const shown = (name: string): ShownSecret => {
    const secret = byName.get(name);
    return { value: secret?.public === true ? secret.value : null, env: secret?.envName ?? '' };
  };
  const keyOf = (key: SecretKey): object => ({
    ...shown(key.name),
    role: orNull(key.role),
    game: orNull(key.game),
  });
  const line = {
    url,
    controlUrl: controlUrl ?? null,
    console:
      controlUrl === undefined ? null : `${controlUrl}/${token === undefined ? '' : `#token=${token}`}`,
    token: token ?? null,
    games: world.games,
    keys: Object.fromEntries(world.secretKeys.map((key) => [key.name, keyOf(key)])),
    tokens: Object.fromEntries(
      world.authTokens.map(({ name, holder, expired }) => [
        name,
        { ...shown(name), player: holder.kind === 'player' ? holder.userId : null, expired },
      ]),
    ),
    ...(authorityFile !== undefined && { ca: authorityFile }),
    pid,
    version: VERSION,
  };
  return `${asciiJson(JSON.stringify(line))}\n`;
}
