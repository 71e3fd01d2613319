import { use, useEffect, useState } from 'react';
import type { FormPlace, Unkept } from './kept-forms.ts';
import { type FormValues, KeptWords } from './kept-words.ts';
import { WorkspaceContext } from '../workspace.ts';

/** The state and actions of a form's stored text. */
export interface FormWords {
  /** Set if earlier text was restored; `outdated` if the saved values have changed since. */
  restored: 'restored' | 'outdated' | null;
  /** Discards the typed text and resets the form. */
  discard: () => void;
  /** Call when the server has the values. */
  sent: () => void;
}

interface Kept<Values extends FormValues> {
  keeper: KeptWords<Values>;
  /** Returns the state and actions for a form that `reset` fills. */
  wordsOf: (reset: (given: Values) => void) => FormWords;
}

/**
 * Stores the text typed into a form, per user, workspace and place. It survives Escape, reloads and an unreachable
 * server. A form's place must never change while it is mounted: use a key.
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
 * Returns the values of a form and stores them, except fields named in `except`, such as the id of a selected person.
 * `change` takes what is typed.
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
