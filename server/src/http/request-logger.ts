import type { FastifyBaseLogger } from 'fastify';

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

type Child = Parameters<FastifyBaseLogger['child']>;

/**
 * Logger of a request, with its id in each line. It becomes a child of the server's logger when it is first used: few
 * requests log anything but their end, and creating a child costs more than that line.
 */
export class LazyRequestLogger implements FastifyBaseLogger {
  readonly #log: FastifyBaseLogger;
  readonly #bindings: Child;
  #child: FastifyBaseLogger | undefined;
  declare readonly fatal: FastifyBaseLogger['fatal'];
  declare readonly error: FastifyBaseLogger['error'];
  declare readonly warn: FastifyBaseLogger['warn'];
  declare readonly info: FastifyBaseLogger['info'];
  declare readonly debug: FastifyBaseLogger['debug'];
  declare readonly trace: FastifyBaseLogger['trace'];
  declare readonly silent: FastifyBaseLogger['silent'];

  static {
    for (const level of LEVELS) {
      Reflect.defineProperty(this.prototype, level, {
        value(this: LazyRequestLogger, ...line: unknown[]) {
          return Reflect.apply(this.#own()[level], this.#own(), line);
        },
      });
    }
  }

  constructor(log: FastifyBaseLogger, ...bindings: Child) {
    this.#log = log;
    this.#bindings = bindings;
  }

  get level(): string {
    return this.#log.level;
  }

  set level(level: string) {
    this.#own().level = level;
  }

  child(...given: Child): FastifyBaseLogger {
    return this.#own().child(...given);
  }

  #own(): FastifyBaseLogger {
    return (this.#child ??= this.#log.child(...this.#bindings));
  }
}
