/** Server-sent events out of a text that comes in pieces. */

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** The longest event in characters; a longer one ends the stream. */
const MAX_CHARACTERS = 4_000_000;

function eventOf(block: string): ServerEvent | undefined {
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('event:')) name = line.slice('event:'.length).trim();
    else if (line.startsWith('data:')) data.push(line.slice('data:'.length).replace(/^ /, ''));
  }
  return data.length === 0 ? undefined : { name, data: data.join('\n') };
}

export class EventParser {
  #rest = '';

  /** The events that a piece completes. */
  push(piece: string): readonly ServerEvent[] {
    const blocks = (this.#rest + piece).split('\n\n');
    this.#rest = blocks.pop() ?? '';
    if (this.#rest.length > MAX_CHARACTERS) throw new RangeError('an event without an end');
    return blocks.flatMap((block) => eventOf(block) ?? []);
  }
}
