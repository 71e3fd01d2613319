/** What a parser wants next: so many bytes, to pass over so many, or whatever there is. */
export type Ask = { take: number } | { skip: number } | { all: true };
export type Parser = Generator<Ask, void, Buffer>;

const NOTHING = Buffer.alloc(0);

/**
 * Steps of a parser; a recording of 90 s has some ten thousand, and a file could be made of nothing but short elements.
 */
const MOST_STEPS = 200_000;

/**
 * Hands a parser the bytes that it asks for while they come in, whatever parts they come in. Holds no more than what is
 * asked for at once, and is linear in the length. A parser that reads past the end of what it took has ended.
 */
export class AskedBytes {
  readonly #parser: Parser;
  #ask: Ask | null;
  #held: Buffer = NOTHING;
  #steps = 0;

  constructor(parser: Parser) {
    this.#parser = parser;
    const first = parser.next(NOTHING);
    this.#ask = first.done ? null : first.value;
  }

  push(part: Uint8Array): void {
    let rest = Buffer.concat([this.#held, part]);
    this.#held = NOTHING;
    while (this.#ask) {
      if ('all' in this.#ask) {
        if (rest.length === 0) return;
        this.#answer(rest);
        rest = NOTHING;
      } else if ('skip' in this.#ask) {
        const { skip } = this.#ask;
        this.#steps += 1;
        if (skip > rest.length) {
          this.#ask = { skip: skip - rest.length };
          return;
        }
        rest = rest.subarray(skip);
        this.#answer(NOTHING);
      } else {
        const { take } = this.#ask;
        this.#steps += 1;
        if (take > rest.length) {
          this.#held = rest;
          return;
        }
        this.#answer(rest.subarray(0, take));
        rest = rest.subarray(take);
      }
    }
  }

  #answer(bytes: Buffer): void {
    try {
      const next = this.#parser.next(bytes);
      this.#ask = next.done || this.#steps > MOST_STEPS ? null : next.value;
    } catch (error) {
      // What it took is shorter than the file says.
      if (!(error instanceof RangeError)) throw error;
      this.#ask = null;
    }
  }
}

export function* take(bytes: number): Generator<Ask, Buffer, Buffer> {
  return bytes === 0 ? NOTHING : yield { take: bytes };
}

export function* skip(bytes: number): Parser {
  if (bytes > 0) yield { skip: bytes };
}
