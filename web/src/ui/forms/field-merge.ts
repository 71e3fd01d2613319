import { useState } from 'react';
import { problemOf } from '../../lib/problem.ts';

type Fields = Record<string, string | number>;
export type Side = 'mine' | 'theirs';

/** What the server has of a form's fields; a change names the version that it began from. */
export interface Present<Values> {
  version: number;
  values: Values;
}

/** What others saved while somebody typed. */
export interface News<Values> {
  /** Who did, in the server's words. */
  detail: string;
  before: Values;
  mine: Values;
  theirs: Values;
  /** Only they changed these: the form has theirs now. */
  taken: (keyof Values & string)[];
  /** Both changed these: a person chooses. */
  clashes: (keyof Values & string)[];
}

interface Wires<Values> {
  /** Sends what differs from `from.values`; throws what the server refuses. */
  save: (mine: Values, from: Present<Values>) => Promise<unknown>;
  read: () => Promise<Present<Values>>;
  fill: (values: Values) => void;
}

/** What is sent of a field: nothing where it is as it was. */
export function changed<Values, Name extends keyof Values>(
  name: Name,
  mine: Values,
  { values }: Present<Values>,
): Values[Name] | undefined {
  return mine[name] === values[name] ? undefined : mine[name];
}

/**
 * Saves a form's fields without overwriting what others have saved since it was opened: what only they changed is taken
 * over, and what both changed waits for a choice, each field by itself.
 */
export function useFieldMerge<Values extends Fields>(opened: Present<Values>, { save, read, fill }: Wires<Values>) {
  // The page goes on following what others do; an edit began from what was there when it was opened.
  const [from, setFrom] = useState(opened);
  const [news, setNews] = useState<News<Values> | null>(null);
  const [open, setOpen] = useState<readonly (keyof Values & string)[]>([]);
  const [reminders, setReminders] = useState(0);

  /** Answers whether the server has everything then; otherwise there are news, or a choice is left. */
  async function send(mine: Values): Promise<boolean> {
    setReminders(open.length > 0 ? reminders + 1 : 0);
    if (open.length > 0) return false;
    if (namesIn(mine).every((name) => mine[name] === from.values[name])) return true;
    try {
      await save(mine, from);
      return true;
    } catch (error) {
      const { code, detail } = problemOf(error);
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

  function choose(name: keyof Values & string, side: Side, written: Values): void {
    if (news === null) return;
    setOpen(open.filter((each) => each !== name));
    const { mine, theirs } = news;
    const isWritten = written[name] !== theirs[name];
    if (side === 'theirs') fill(only(written, theirs, [name]));
    else if (!isWritten) fill(only(written, mine, [name]));
  }

  return { send, news, open, reminders, choose };
}

function namesIn<Values extends Fields>(values: Values): (keyof Values & string)[] {
  return Object.keys(values);
}

/** `values`, with those of `other` in the fields that are named. */
function only<Values extends Fields>(values: Values, other: Values, names: (keyof Values & string)[]): Values {
  const next = { ...values };
  for (const name of names) next[name] = other[name];
  return next;
}

/** Which fields only they changed, and which both did, otherwise. */
function compare<Values extends Fields>(before: Values, mine: Values, theirs: Values) {
  const moved = namesIn(mine).filter((name) => theirs[name] !== before[name] && theirs[name] !== mine[name]);
  return {
    taken: moved.filter((name) => mine[name] === before[name]),
    clashes: moved.filter((name) => mine[name] !== before[name]),
  };
}
