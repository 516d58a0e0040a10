/** The option that names a world, of every command that needs one. */
import { Option } from 'commander';
import { named } from './paths.ts';

export const worldOption = (): Option =>
  new Option('--world <file>', 'who and what exists behind the target, in YAML or NDJSON').argParser(named);
