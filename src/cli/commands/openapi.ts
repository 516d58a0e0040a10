/** `tagproof openapi`: prints the description from which clients are generated, the file `openapi.yaml` of the package. */
import { readSource } from '../../world/yaml/source.ts';
import { packagePath } from '../../base/package-paths.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';

export function openapiCommand(_: unknown, io: Io): Exit {
  io.out.write(readSource(packagePath('openapi.yaml')).text);
  return EXIT.ok;
}
