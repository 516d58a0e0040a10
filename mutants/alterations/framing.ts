/** Altering how a reply is framed: its bytes are written here, past node's own writing. */
import { STATUS_CODES } from 'node:http';
import type { Incoming } from '../../simulator/answer/incoming.ts';
import type { Delivery, Encoded, Verbatim } from '../../simulator/answer/stages.ts';
import type { Alter } from '../defects/mutant.ts';

/** How a reply is written; left out: as it should be. */
export interface Form {
  readonly version?: string;
  readonly lineEnd?: string;
  /** Complete replies before it, such as a 103. */
  readonly before?: string;
  /** The lines that frame the body, in place of its right length. */
  readonly framing?: (length: number) => readonly string[];
  readonly body?: (body: Buffer) => Buffer;
  /** Bytes right behind the reply. */
  readonly behind?: string;
  readonly close?: boolean;
  /** A change of each header line. */
  readonly line?: (name: string, value: string) => string;
}

const asLine = (name: string, value: string): string => `${name}: ${value}`;

/** The bytes of a reply in this form. */
function written({ status, headers, body }: Encoded, form: Form, bodiless = false): Verbatim {
  const { version = '1.1', lineEnd = '\r\n', before = '', behind = '', line = asLine } = form;
  const bytes = Buffer.from(body);
  const sent = bodiless ? Buffer.alloc(0) : (form.body?.(bytes) ?? bytes);
  const own: string[] = [];
  for (let at = 0; at < headers.length; at += 2) own.push(line(headers[at] ?? '', headers[at + 1] ?? ''));
  const framing = form.framing?.(bytes.length) ?? [line('Content-Length', String(bytes.length))];
  const start = `HTTP/${version} ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
  const head = [start, ...own, ...framing, '', ''].join(lineEnd);
  return {
    kind: 'verbatim',
    bytes: Buffer.concat([Buffer.from(before + head, 'latin1'), sent, Buffer.from(behind, 'latin1')]),
    close: form.close ?? false,
  };
}

export type OfReplies = (encoded: Encoded, incoming: Incoming) => boolean;

/** Some replies in another form. A HEAD has none with a body, unless the form is of HEAD alone. */
export const framedAs =
  (on: OfReplies, form: Form): Alter =>
  (stages) => ({
    ...stages,
    send: (encoded, incoming): Delivery =>
      on(encoded, incoming)
        ? written(encoded, form, incoming.method === 'HEAD')
        : stages.send(encoded, incoming),
  });
