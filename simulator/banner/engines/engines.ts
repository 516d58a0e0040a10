/** The engines for which the simulator prints a call to paste: a row each. */
import type { EndpointId } from '../../../src/contract/endpoints.ts';
import { sampleCall, type CallTarget } from '../sample-call.ts';
import { ANDROID } from './android.ts';
import type { EngineName } from './engine-names.ts';
import { GODOT } from './godot.ts';
import type { Engine } from './snippet.ts';
import { UNITY } from './unity.ts';
import { UNREAL } from './unreal.ts';
import { WEB } from './web.ts';

const ENGINES = {
  unity: UNITY,
  godot: GODOT,
  unreal: UNREAL,
  web: WEB,
  android: ANDROID,
} as const satisfies Record<EngineName, Engine>;

/** A game client is what an engine makes, so its endpoints come first. */
const TRIED: readonly EndpointId[] = [
  'gamePlayer.client',
  'characterPlayer.client',
  'group.client',
  'gamePlayer.server',
  'gamePlayer.admin',
];

/** The lines that the banner has for an engine; none where the world has nothing to call. */
export function engineLines(name: EngineName, target: CallTarget): readonly string[] {
  const engine: Engine = ENGINES[name];
  const [call] = TRIED.flatMap((id) => sampleCall(id, target) ?? []);
  if (call === undefined) return [];
  const context = { call, url: target.url, authorityFile: target.authorityFile };
  return [
    `In ${engine.title} (${engine.language})`,
    ...engine.code(context).map((line) => `  ${line}`.trimEnd()),
    '',
    `Settings of ${engine.title}`,
    ...engine.settings(context).map((line) => `  ${line}`),
  ];
}
