/** Sends requests byte for byte as planned, each over a connection of its own: for what no HTTP client would send. */
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { NoReply, Transport } from '../../http/exchange.ts';
import { withinBounds } from '../../http/reply-bounds.ts';
import { roundTrip, type RoundTripResult } from './round-trip.ts';
import { LastReply } from './last-reply.ts';
import { isUnjudgedWire } from '../../http/alterations/wire-alterations.ts';
import { Patience } from '../patience.ts';
import { whereOf, type Link } from '../link.ts';
import { planBytes } from './plan-bytes.ts';
import { ReplyParser } from './reply-parser.ts';
import { resolveRequest, type ResolvedRequest } from '../secrets/resolved.ts';
import { noReplyFor } from '../why.ts';

/** Sends one resolved request on a fresh connection. */
export type SendRaw = (
  request: ResolvedRequest,
  signals: readonly (AbortSignal | undefined)[],
) => Promise<RoundTripResult>;

const failed = (outcome: NoReply): RoundTripResult => ({ outcome, faults: [] });

const THROUGH_PROXY =
  'this request needs a connection of its own, which http: proxy does not allow; run it without the proxy';

/** How raw requests are sent to this target. Behind a proxy they can't be: that is an outcome, too. */
export function rawSender(link: Link): SendRaw {
  const { settings } = link;
  if (settings.proxy !== undefined)
    return async () => failed({ kind: 'no-reply', why: 'unreachable', detail: THROUGH_PROXY, unsent: true });
  const where = whereOf(link);
  // A server may wait for more of a malformed request as long as it likes: that says nothing about the others.
  const malformed = new Patience(settings.timeoutMs, 0);
  return async (request, signals) => {
    try {
      const plan = planBytes(request, link.origin);
      return await roundTrip({
        open: () => openSocket(link),
        plan,
        parser: new LastReply(() => new ReplyParser(request.method), plan.requests, request.method),
        where,
        patience: isUnjudgedWire(request.wire) ? malformed : link.patience,
        signals,
      });
    } catch (error) {
      return failed(noReplyFor(error, where));
    }
  };
}

/** A transport that sends everything raw. */
export function rawTransport(link: Link): Transport {
  const ended = new AbortController();
  const sendRaw = rawSender(link);
  const additions = { secretStore: link.secretStore, prefix: link.prefix, headers: link.settings.headers };
  return {
    async send(request, signal) {
      const resolved = resolveRequest(request, additions);
      const start = performance.now();
      const { outcome, faults } = await sendRaw(resolved, [signal, ended.signal]);
      const exchange = { request, outcome: withinBounds(outcome, request), ms: performance.now() - start };
      return faults.length === 0 ? exchange : { ...exchange, faults };
    },
    single: () => rawTransport(link),
    close: async () => {
      ended.abort();
      link.patience.close();
    },
  };
}

function openSocket({ host, port, tls }: Link): Socket {
  if (tls === undefined) return connect({ host, port });
  const servername = isIP(host) === 0 ? { servername: host } : {};
  return connectTls({ host, port, secureContext: tls, ALPNProtocols: ['http/1.1'], ...servername });
}
