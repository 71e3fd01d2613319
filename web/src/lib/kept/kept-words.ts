import { z } from 'zod';
import { type Place, dropUnsaved, storeUnsavedSoon, unsavedOf } from './unsaved-words.ts';

export type FormValues = Record<string, unknown>;

/** Each place has one form. */
const ID = 'form';

const Stored = z.object({ from: z.record(z.string(), z.json()), typed: z.record(z.string(), z.json()) });

/**
 * What is typed into a form, kept in the browser from the first keystroke until the server has it or it is given up.
 */
export class KeptWords<Values extends FormValues> {
  readonly #place: Place | null;
  readonly #except: readonly string[];
  /** What there would be without what was typed. */
  #from: Values;
  #last: Values;
  /** What the form begins with: what was typed there before, where that is kept. */
  readonly begin: Values;
  /** Whether that is so; `outdated` where something else stands there by now than it was typed over. */
  readonly restored: 'restored' | 'outdated' | null;

  /** `place` null keeps nothing; what is named in `except` is never kept. */
  constructor(place: Place | null, given: Values, except: readonly (keyof Values & string)[] = []) {
    this.#place = place;
    this.#except = except;
    this.#from = given;
    const { data } = Stored.safeParse(place === null ? undefined : unsavedOf(place, ID));
    const begin = { ...given };
    const restored = data === undefined ? [] : this.#names(given).filter((name) => takeOver(begin, name, data.typed));
    this.begin = begin;
    this.#last = begin;
    const isOutdated = restored.some((name) => !isSame(data?.from[name], given[name]));
    this.restored = restored.length === 0 ? null : isOutdated ? 'outdated' : 'restored';
  }

  /** The form without what was typed. */
  get given(): Values {
    return this.#from;
  }

  readonly keep = (values: Values): void => {
    this.#last = values;
    if (this.#place === null) return;
    const typed: FormValues = {};
    const from: FormValues = {};
    for (const name of this.#names(values)) {
      if (isSame(values[name], this.#from[name]) || !z.json().safeParse(values[name]).success) continue;
      typed[name] = values[name];
      from[name] = this.#from[name] ?? null;
    }
    if (Object.keys(typed).length > 0) storeUnsavedSoon(this.#place, ID, { from, typed });
    else dropUnsaved(this.#place, ID);
  };

  /** The server has it: what is typed from now on begins there. */
  readonly sent = (): void => {
    this.#from = this.#last;
    this.drop();
  };

  readonly drop = (): void => {
    if (this.#place !== null) dropUnsaved(this.#place, ID);
  };

  #names(values: Values): (keyof Values & string)[] {
    return namesIn(values).filter((name) => !this.#except.includes(name));
  }
}

function namesIn<Values extends FormValues>(values: Values): (keyof Values & string)[] {
  return Object.keys(values);
}

/** Answers whether something was typed there that can stand in the form as it is today. */
function takeOver<Values extends FormValues>(values: Values, name: keyof Values & string, typed: FormValues): boolean {
  const found = typed[name];
  if (!Object.hasOwn(typed, name) || !isLike(values[name], found) || isSame(values[name], found)) return false;
  values[name] = found;
  return true;
}

/** A later console may have another field of that name; null and an empty field stand for any single value. */
function isLike<Value>(model: Value, found: unknown): found is Value {
  if (Array.isArray(model) || Array.isArray(found)) return Array.isArray(model) && Array.isArray(found);
  if (model === undefined || model === null) return typeof found !== 'boolean';
  if (typeof model === 'object') return isLikeObject(model, found);
  if (typeof model === 'boolean') return typeof found === 'boolean';
  return found === null || typeof found === 'string' || typeof found === 'number';
}

function isLikeObject(model: object, found: unknown): boolean {
  if (typeof found !== 'object' || found === null) return false;
  const parts = new Map(Object.entries(found));
  return Object.entries(model).every(([name, part]) => isLike(part, parts.get(name)));
}

/** A form that was opened and has nothing in it yet is as good as one that was not. */
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other);

const plain = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null));
