/** What a route hands back where it is not a JSON value: a text, or one that comes piece by piece. */

export class TextReply {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** Pieces of text, written as fast as the client takes them. */
export class StreamReply {
  readonly type: string;
  readonly pieces: Iterable<string> | AsyncIterable<string>;

  constructor(type: string, pieces: StreamReply['pieces']) {
    this.type = type;
    this.pieces = pieces;
  }
}

/** A JSON value with a status of its own. */
export class StatusReply {
  readonly status: number;
  readonly value: unknown;

  constructor(status: number, value: unknown) {
    this.status = status;
    this.value = value;
  }
}
