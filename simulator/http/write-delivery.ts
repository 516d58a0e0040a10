/** Writes what the pipeline delivers, of any kind, to the connection. */
import type { ServerResponse } from 'node:http';
import type { Delivery } from '../pipeline/stages.ts';
import { writeFaulty } from './write-faulty.ts';
import { writeReply, writeVerbatim, type Framing } from './write-reply.ts';

export function writeDelivery(response: ServerResponse, delivery: Delivery, framing: Framing): void {
  switch (delivery.kind) {
    case 'reply':
      return writeReply(response, delivery, framing);
    case 'hang-up':
      return void response.destroy();
    case 'verbatim':
      return writeVerbatim(response, delivery);
    case 'faulty':
      return writeFaulty(response, delivery, framing);
  }
}
