import { use, useEffect, useState } from 'react';
import { readFieldValue } from '../json.ts';
import { WorkspaceContext } from '../workspace.ts';
import type { FormInputPlace, NotStoredReason } from './stored-forms.ts';
import { deleteUnsavedInput, type UnsavedPlace, storeUnsavedInputSoon, loadLastUnsavedInput } from './unsaved-input.ts';

type FormValues = Record<string, unknown>;

/** The entry id; each place has only one form. */
const ID = 'form';

/** Returns the stored values of a form; undefined if there are none. They are JSON: each field checks its own. */
function storedIn(place: UnsavedPlace | null): { from: FormValues; typed: FormValues } | undefined {
  const stored = place === null ? undefined : loadLastUnsavedInput(place, ID);
  const [from, typed] = [readFieldValue(stored, 'from'), readFieldValue(stored, 'typed')];
  return isRecord(from) && isRecord(typed) ? { from, typed } : undefined;
}

function isRecord(value: unknown): value is FormValues {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns true for what JSON can store unchanged; a file, for example, can't be stored. */
function isJson(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isJson);
  if (isRecord(value)) return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isJson);
  return value === null || ['string', 'boolean'].includes(typeof value) || Number.isFinite(value);
}

/**
 * The text typed into a form, stored in the browser from the first keystroke until the server has it or the user
 * discards it.
 */
export class FormInputStore<Values extends FormValues> {
  readonly #place: UnsavedPlace | null;
  readonly #except: readonly string[];
  /** The initial values without typed text. */
  #from: Values;
  #last: Values;
  /** The initial values, including restored text. */
  readonly begin: Values;
  /** Set if text was restored; `outdated` if the saved values have changed since it was typed. */
  readonly restored: 'restored' | 'outdated' | null;

  /**
   * @param place Null to store nothing.
   * @param except Fields that are never stored.
   */
  constructor(place: UnsavedPlace | null, given: Values, except: readonly (keyof Values & string)[] = []) {
    this.#place = place;
    this.#except = except;
    this.#from = given;
    const data = storedIn(place);
    const begin = { ...given };
    const restored = data === undefined ? [] : this.#names(given).filter((name) => takeOver(begin, name, data.typed));
    this.begin = begin;
    this.#last = begin;
    const isOutdated = restored.some((name) => !isSame(data?.from[name], given[name]));
    this.restored = restored.length === 0 ? null : isOutdated ? 'outdated' : 'restored';
  }

  /** The form's values without typed text. */
  get given(): Values {
    return this.#from;
  }

  readonly save = (values: Values): void => {
    this.#last = values;
    if (this.#place === null) return;
    const typed: FormValues = {};
    const from: FormValues = {};
    for (const name of this.#names(values)) {
      if (isSame(values[name], this.#from[name]) || !isJson(values[name])) continue;
      typed[name] = values[name];
      from[name] = this.#from[name] ?? null;
    }
    if (Object.keys(typed).length > 0) storeUnsavedInputSoon(this.#place, ID, { from, typed });
    else deleteUnsavedInput(this.#place, ID);
  };

  /** Call when the server has the values. Later edits start from them. */
  readonly sent = (): void => {
    this.#from = this.#last;
    this.drop();
  };

  readonly drop = (): void => {
    if (this.#place !== null) deleteUnsavedInput(this.#place, ID);
  };

  #names(values: Values): (keyof Values & string)[] {
    return namesIn(values).filter((name) => !this.#except.includes(name));
  }
}

function namesIn<Values extends FormValues>(values: Values): (keyof Values & string)[] {
  return Object.keys(values);
}

/** Restores a typed value if it fits the current form; returns true if it did. */
function takeOver<Values extends FormValues>(values: Values, name: keyof Values & string, typed: FormValues): boolean {
  const found = typed[name];
  if (!Object.hasOwn(typed, name) || !isLike(values[name], found) || isSame(values[name], found)) return false;
  values[name] = found;
  return true;
}

/**
 * Returns true if a stored value fits the field, whose type may have changed in a newer version. Null and empty fields
 * accept any single value.
 */
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

/** Compares values. An empty field equals an untouched one. */
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other);

const plain = (value: unknown) => JSON.stringify(value === '' ? null : (value ?? null));

/** The state and actions of a form's stored text. */
export interface StoredInputActions {
  /** Set if earlier text was restored; `outdated` if the saved values have changed since. */
  restored: 'restored' | 'outdated' | null;
  /** Discards the typed text and resets the form. */
  discard: () => void;
  /** Call when the server has the values. */
  sent: () => void;
}

interface StoredFormInput<Values extends FormValues> {
  store: FormInputStore<Values>;
  /** Returns the state and actions for a form that `reset` fills. */
  actionsOf: (reset: (given: Values) => void) => StoredInputActions;
}

/**
 * Stores the text typed into a form, per user, workspace and place. It survives Escape, reloads and an unreachable
 * server. A form's place must never change while it is mounted: use a key.
 */
export function useStoredFormInput<Values extends FormValues>(
  at: FormInputPlace | NotStoredReason,
  given: Values,
  except?: readonly (keyof Values & string)[],
): StoredFormInput<Values> {
  const within = use(WorkspaceContext);
  const [store] = useState(() => {
    if (within === null || typeof at === 'string') return new FormInputStore(null, given, except);
    const { session, workspace } = within;
    return new FormInputStore({ email: session.email, workspace: workspace.id, about: at }, given, except);
  });
  const [restored, setRestored] = useState(store.restored);
  return {
    store,
    actionsOf: (reset) => ({
      restored,
      discard() {
        store.drop();
        setRestored(null);
        reset(store.given);
      },
      sent() {
        store.sent();
        setRestored(null);
      },
    }),
  };
}

/**
 * Returns the values of a form and stores them, except fields named in `except`, such as the id of a selected person.
 * `change` takes what is typed.
 */
export function useStoredFormState<Values extends FormValues>(
  at: FormInputPlace,
  given: Values,
  except?: readonly (keyof Values & string)[],
) {
  const { store, actionsOf } = useStoredFormInput(at, given, except);
  const [values, setValues] = useState(store.begin);
  useEffect(() => store.save(values), [store, values]);
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  return { values, change, storedInput: actionsOf(setValues) };
}
