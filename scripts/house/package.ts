/** What a user installs: our own package, and the packages that it brings. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly dev?: true;
  readonly optional?: true;
  readonly peer?: true;
  readonly devOptional?: true;
}

/** The folders of `node_modules` that an installation without development has, as package-lock.json names them. */
export function installedPackages(): readonly string[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, peer, devOptional }]) => path !== '' && !(dev ?? peer ?? devOptional ?? false))
    .map(([path]) => path);
}

/** Bytes of the files below a folder, without packages that lie in it: each has a row of its own. */
const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.slice(folder.length).includes('node_modules'))
    .reduce((sum, path) => sum + statSync(path).size, 0);

/** Bytes of those packages. */
export const installedBytes = (): number => installedPackages().reduce((sum, path) => sum + bytesIn(path), 0);

/** Our own package as `npm pack` makes it of `dist` as it is: bytes unpacked, and files. */
export function ownPackage(): { readonly bytes: number; readonly files: number } {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [packed] = JSON.parse(printed) as readonly {
    readonly unpackedSize: number;
    readonly entryCount: number;
  }[];
  return { bytes: packed?.unpackedSize ?? 0, files: packed?.entryCount ?? 0 };
}
