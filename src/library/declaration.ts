/** Target and world files as values: what a YAML file says, written in code. They are read by the same rules. */
import { env as processEnvironment } from 'node:process';
import { z } from 'zod';
import { readTargetSource } from '../world/target-file/read-target-file.ts';
import type { TargetFile } from '../world/target-file/target-file.ts';
import type { targetSchema } from '../world/target-file/target-schema.ts';
import type { worldSchema } from '../world/world-file/read-world.ts';

/** All that a target file can say; docs/target-file.md explains each member. */
export interface TargetDeclaration extends z.input<typeof targetSchema> {}
/** All that `world:` of a target file can say. */
export interface WorldDeclaration extends z.input<typeof worldSchema> {}
/** What `dialect:` of a target file can say: options by question. */
export type DialectDeclaration = Readonly<Record<string, unknown>>;

/** Reads a declaration; its faults name their places in its JSON. Throws a `file` TagproofError that lists all of them. */
export function readDeclaration(declaration: TargetDeclaration, env: Environment): TargetFile {
  return readTargetSource({ file: 'declaration', text: JSON.stringify(declaration, null, 2) }, env);
}

/** Variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

export const ENVIRONMENT = z.record(z.string(), z.string().optional()).readonly().optional();

/** For `${env:NAME}` in files that the library reads. */
export const PROCESS_ENVIRONMENT: Environment = processEnvironment;
