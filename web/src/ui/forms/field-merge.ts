import { useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';

export type MergeableFields = Record<string, string | number>;
export type FieldMergeSide = 'mine' | 'theirs';

/** The server's values of a form, with the version that edits start from. */
export interface ServerValues<Values> {
  version: number;
  values: Values;
}

/** Changes that other users saved meanwhile. */
export interface ConcurrentChanges<Values> {
  /** The server's description of who changed it. */
  detail: string;
  before: Values;
  mine: Values;
  theirs: Values;
  /** Fields that only the others changed; the form now has their values. */
  taken: (keyof Values & string)[];
  /** Fields that both changed; the user must choose. */
  clashes: (keyof Values & string)[];
}

interface Wires<Values> {
  /** Sends the fields that differ from `from.values`; throws the server's refusal. */
  save: (mine: Values, from: ServerValues<Values>) => Promise<unknown>;
  read: () => Promise<ServerValues<Values>>;
  fill: (values: Values) => void;
}

/** Returns a field for the request; empty if it is unchanged. */
export function pickFieldIfChanged<Values, Name extends keyof Values>(
  name: Name,
  mine: Values,
  { values }: ServerValues<Values>,
): Values[Name] | undefined {
  return mine[name] === values[name] ? undefined : mine[name];
}

/** The changes of others, and the open choices between them and what was typed. */
export interface FieldMerge<Values> {
  /** Returns true if the server then has everything; false if there are changes by others, or open choices. */
  send: (mine: Values) => Promise<boolean>;
  news: ConcurrentChanges<Values> | null;
  /** Fields that both changed and still need a choice. */
  open: readonly (keyof Values & string)[];
  /** The number of attempts to save with open choices. */
  reminders: number;
  choose: (name: keyof Values & string, side: FieldMergeSide, written: Values) => void;
}

/**
 * Saves a form without overwriting others' changes since it was opened. Fields that only the others changed are
 * adopted; for those that both changed, the user chooses.
 */
export function useFieldMerge<Values extends MergeableFields>(
  opened: ServerValues<Values>,
  { save, read, fill }: Wires<Values>,
): FieldMerge<Values> {
  // The version that the form was opened with, although the page follows later changes.
  const [from, setFrom] = useState(opened);
  const [news, setNews] = useState<ConcurrentChanges<Values> | null>(null);
  const [open, setOpen] = useState<readonly (keyof Values & string)[]>([]);
  const [reminders, setReminders] = useState(0);

  async function send(mine: Values): Promise<boolean> {
    setReminders(open.length > 0 ? reminders + 1 : 0);
    if (open.length > 0) return false;
    if (namesIn(mine).every((name) => mine[name] === from.values[name])) return true;
    try {
      await save(mine, from);
      return true;
    } catch (error) {
      const { code, detail } = toDisplayableProblem(error);
      if (code !== 'stale_version') throw error;
      const present = await read();
      const found = {
        detail,
        before: from.values,
        mine,
        theirs: present.values,
        ...compare(from.values, mine, present.values),
      };
      setFrom(present);
      setNews(found);
      setOpen(found.clashes);
      fill(only(mine, present.values, found.taken));
      return false;
    }
  }

  function choose(name: keyof Values & string, side: FieldMergeSide, written: Values): void {
    if (news === null) return;
    setOpen(open.filter((each) => each !== name));
    const { mine, theirs } = news;
    const isWritten = written[name] !== theirs[name];
    if (side === 'theirs') fill(only(written, theirs, [name]));
    else if (!isWritten) fill(only(written, mine, [name]));
  }

  return { send, news, open, reminders, choose };
}

function namesIn<Values extends MergeableFields>(values: Values): (keyof Values & string)[] {
  return Object.keys(values);
}

/** Returns `values` with the named fields taken from `other`. */
function only<Values extends MergeableFields>(values: Values, other: Values, names: (keyof Values & string)[]): Values {
  const next = { ...values };
  for (const name of names) next[name] = other[name];
  return next;
}

/** Returns the fields that only the others changed, and those that both changed differently. */
function compare<Values extends MergeableFields>(before: Values, mine: Values, theirs: Values) {
  const moved = namesIn(mine).filter((name) => theirs[name] !== before[name] && theirs[name] !== mine[name]);
  return {
    taken: moved.filter((name) => mine[name] === before[name]),
    clashes: moved.filter((name) => mine[name] !== before[name]),
  };
}
