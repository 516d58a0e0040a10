/** Only what TypeScript reads of `bare-server.mjs`. */
import type { IncomingMessage, Server } from 'node:http';

type Players = ReadonlyMap<string, readonly object[]>;
export const PATH: string;
export const SECRET: string;
export function envelopeOf(players: Players, secret: unknown, body: unknown): object;
export function bareServer(answer: (request: IncomingMessage, body: unknown) => object): Server;
