import { use, useEffect, useState } from 'react';
import type { FormPlace, Unkept } from './kept-forms.ts';
import { type FormValues, KeptWords } from './kept-words.ts';
import { WorkspaceContext } from '../workspace.ts';

/** What a form has to say and do about what is typed into it. */
export interface FormWords {
  /** What was typed before stands in it again; `outdated` where something else was saved there since. */
  restored: 'restored' | 'outdated' | null;
  /** Gives up what was typed: the form is as it would be without. */
  discard: () => void;
  /** The server has it. */
  sent: () => void;
}

interface Kept<Values extends FormValues> {
  keeper: KeptWords<Values>;
  /** The words of a form that `reset` fills. */
  wordsOf: (reset: (given: Values) => void) => FormWords;
}

/**
 * Keeps what is typed into a form, for the person, the workspace and the place, past Escape, a reload and a server that
 * is away. A place never changes while its form is drawn: it has a key then.
 */
export function useKeptWords<Values extends FormValues>(
  at: FormPlace | Unkept,
  given: Values,
  except?: readonly (keyof Values & string)[],
): Kept<Values> {
  const within = use(WorkspaceContext);
  const [keeper] = useState(() => {
    if (within === null || typeof at === 'string') return new KeptWords(null, given, except);
    const { session, workspace } = within;
    return new KeptWords({ email: session.email, workspace: workspace.id, about: at }, given, except);
  });
  const [restored, setRestored] = useState(keeper.restored);
  return {
    keeper,
    wordsOf: (reset) => ({
      restored,
      discard() {
        keeper.drop();
        setRestored(null);
        reset(keeper.given);
      },
      sent() {
        keeper.sent();
        setRestored(null);
      },
    }),
  };
}

/**
 * The values of a form that keeps them, but for what is named in `except`, such as the id of somebody who was looked
 * up; `change` takes what is typed.
 */
export function useKeptState<Values extends FormValues>(
  at: FormPlace,
  given: Values,
  except?: readonly (keyof Values & string)[],
) {
  const { keeper, wordsOf } = useKeptWords(at, given, except);
  const [values, setValues] = useState(keeper.begin);
  useEffect(() => keeper.keep(values), [keeper, values]);
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  return { values, change, words: wordsOf(setValues) };
}
