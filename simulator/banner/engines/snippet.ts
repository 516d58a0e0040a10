/** What a snippet of code for a game engine is made of, and how its texts become literals of its language. */
import { showSecret } from '../banner-keys.ts';
import type { CallHeader, SampleCall } from '../sample-call.ts';

/** Where a snippet runs, and what the simulator serves there. */
export interface EngineContext {
  readonly call: SampleCall;
  /** The base URL. */
  readonly url: string;
  /** The file of the certificate authority, where replies come by TLS from one that was made for it. */
  readonly authorityFile: string | undefined;
}

/** One engine: a call to paste, and the settings that it needs for it. */
export interface Engine {
  readonly title: string;
  readonly language: string;
  /** The lines of the call. */
  readonly code: (context: EngineContext) => readonly string[];
  /** Sentences, or lines of a file to add. */
  readonly settings: (context: EngineContext) => readonly string[];
}

/** The text of a header; where a secret is not shown, the variable in whose place its value belongs. */
export const headerText = ({ value }: CallHeader): string =>
  typeof value === 'string' ? value : showSecret(value.secret);

/** A literal in double quotes, as C#, C++, GDScript and TypeScript read it. */
export const literal = (text: string): string => JSON.stringify(text);

export const isTls = ({ url }: EngineContext): boolean => url.startsWith('https:');

/** The port of a URL, also where it is the usual one. */
export const portOf = (url: string): string => {
  const { port, protocol } = new URL(url);
  return port !== '' ? port : protocol === 'https:' ? '443' : '80';
};

/** What a phone or an emulator needs to reach a simulator that listens on this machine's loopback. */
export const androidReach = ({ url }: EngineContext): readonly string[] => [
  `An emulator reaches this machine as 10.0.2.2: ${url.replace(new URL(url).hostname, '10.0.2.2')}`,
  `A phone on a cable: adb reverse tcp:${portOf(url)} tcp:${portOf(url)}, then ${url} is right on the phone, too.`,
  'A phone in the same network: start the simulator with --host 0.0.0.0 and use the address of this machine.',
];
