// Keeps the events that `webhook-receiver.ts` takes, each once, in a file with a line for each.
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import type { components, webhooks } from './openapi-types.ts';

/** Whatever can be delivered; its `type` says what its `data` is. */
export type Event = webhooks[keyof webhooks]['post']['requestBody']['content']['application/json'];

/** A person as the newest event about them says. */
export type Person = Pick<components['schemas']['UserCreatedEvent']['data'], 'email' | 'full_name' | 'is_active'> & {
  sequence: number;
};

type Line = { id: string; event: Event };

export class EventLog {
  readonly #file: string;
  /** By the event’s id: the number of its line, as soon as it is stored. */
  readonly #numbers = new Map<string, Promise<number>>();
  readonly #events: Event[] = [];
  readonly #people = new Map<string, Person>();
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(file: string) {
    this.#file = file;
  }

  /** Goes on with the file, or begins it. A line that a crash has cut short was never answered, and comes again. */
  static async open(file: string): Promise<EventLog> {
    const log = new EventLog(file);
    const text = await readFile(file, 'utf8').catch(() => '');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole !== text) await writeFile(file, whole);
    for (const line of whole.split('\n').filter(Boolean)) {
      const { id, event }: Line = JSON.parse(line);
      log.#numbers.set(id, Promise.resolve(log.#take(event)));
    }
    return log;
  }

  /**
   * The number of the event’s line; of one that is there already, the same as the first time.
   * @throws where it cannot be stored: it is to be sent again
   */
  add(id: string, event: Event): Promise<number> {
    const known = this.#numbers.get(id);
    if (known) return known;
    const line: Line = { id, event };
    const stored = this.#writing.then(async () => {
      await appendFile(this.#file, `${JSON.stringify(line)}\n`, { flush: true });
      return this.#take(event);
    });
    this.#numbers.set(id, stored);
    stored.catch(() => this.#numbers.delete(id));
    this.#writing = stored.catch(() => undefined);
    return stored;
  }

  /**
   * The events of each workspace in the order in which they happened, whenever they came; tests have no place in it.
   */
  inOrder(): Event[] {
    const placed = this.#events.filter(({ sequence }) => sequence !== null);
    return placed.toSorted(
      (a, b) => a.workspace_id.localeCompare(b.workspace_id) || (a.sequence ?? 0) - (b.sequence ?? 0),
    );
  }

  /** What is known of people, by their id. */
  get people(): ReadonlyMap<string, Person> {
    return this.#people;
  }

  #take(event: Event): number {
    this.#notePerson(event);
    return this.#events.push(event);
  }

  /** An event that comes late must not undo what a newer one has said: whoever has a lower sequence changes nothing. */
  #notePerson(event: Event): void {
    switch (event.type) {
      case 'user.created':
      case 'user.updated':
      case 'user.deactivated':
      case 'user.reactivated': {
        const { sequence, data } = event;
        const { user_id, email, full_name, is_active } = data;
        if (sequence < (this.#people.get(user_id)?.sequence ?? 0)) return;
        this.#people.set(user_id, { email, full_name, is_active, sequence });
      }
    }
  }
}
