/** What is wrong with a part of a written case, before it has its place in a file. */
import type { KeyOrValue } from '../../config/yaml/located.ts';
import type { YamlPath } from '../../config/yaml/path.ts';

export interface Complaint {
  readonly path: YamlPath;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly part?: KeyOrValue;
}
