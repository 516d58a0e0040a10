/** The target files with which mutants can be hunted: the whole world, a small file, the smallest useful one. */
import { readTargetFile } from '../../src/config/target-file/read-target-file.ts';
import type { TargetFile } from '../../src/config/target-file/target-file.ts';
import { packagePath } from '../../src/package-paths.ts';

/** Variables of the files, as the default world has the values. */
const ENV = {
  STAGING_URL: 'http://127.0.0.1',
  STAGING_PLAYER_KEY: 'public-player-key-all-rules-0001',
  STAGING_ADMIN_KEY: 'public-admin-key-all-rules-0001',
  STAGING_TOKEN: 'public-token-of-ann-0001',
};

export const TARGET_FILES = {
  full: undefined,
  small: 'small-target.yaml',
  minimal: 'minimal-target.yaml',
} as const satisfies Record<string, string | undefined>;

export type TargetFileName = keyof typeof TARGET_FILES;

/** The file of a name; undefined for the whole world. */
export function targetFileNamed(name: TargetFileName): TargetFile | undefined {
  const file = TARGET_FILES[name];
  return file === undefined ? undefined : readTargetFile(packagePath('fixtures', file), ENV);
}
