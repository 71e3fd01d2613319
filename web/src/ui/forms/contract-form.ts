import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import type { FormPlace, Unkept } from '../../lib/kept/kept-forms.ts';
import { type Problem, problemOf } from '../../lib/problem.ts';
import { useKeptWords } from '../../lib/kept/use-kept-words.ts';
import { askForEmpty } from './empty-fields.ts';

/**
 * A form that is checked with the schema that the server parses. What the server then finds wrong lands on its
 * field; anything else is `problem`, to be shown above the buttons. What is typed is kept under `at` until it is sent
 * or given up, but for what is named in `except`; `words` are for `FormInDialog` or `RestoredNotice` to show.
 */
export function useContractForm<Input extends Record<string, unknown>, Output>(
  schema: z.ZodType<Output, Input>,
  given: Input,
  at: FormPlace | Unkept,
  except?: readonly (keyof Input & string)[],
) {
  const { keeper, wordsOf } = useKeptWords(at, given, except);
  const [problem, setProblem] = useState<Problem | null>(null);
  const check = schemaResolver(schema, { sync: true });
  const form = useForm<Input>({
    initialValues: keeper.begin,
    validate: (entered) => askForEmpty(check(entered), entered),
    onSubmitPreventDefault: 'always',
  });

  const { values } = form;
  useEffect(() => keeper.keep(values), [keeper, values]);
  const words = wordsOf((begin) => {
    form.setValues(begin);
    form.clearErrors();
    setProblem(null);
  });

  /**
   * An event handler for `<form>`; `send` gets the parsed values and throws what the server refuses. It answers false
   * where the server does not have all of it yet.
   */
  const onSubmit = (send: (values: Output) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    return form.onSubmit(
      async (values) => {
        setProblem(null);
        try {
          if ((await send(schema.parse(values))) !== false) words.sent();
        } catch (error) {
          setProblem(placeErrors(problemOf(error)));
          focusFirstInvalid(element);
        }
      },
      () => focusFirstInvalid(element),
    )(event);
  };

  /** Puts what belongs to a field on it; answers the problem when something is left to say. */
  function placeErrors(found: Problem): Problem | null {
    const fields = found.errors.filter(({ path }) => path in form.values);
    // At once, for the focus is about to look for them.
    flushSync(() => form.setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message]))));
    return fields.length > 0 && fields.length === found.errors.length ? null : found;
  }

  return { form, problem, onSubmit, words };
}

/** Waits for the frame in which the field has become `aria-invalid`. */
function focusFirstInvalid(element: HTMLFormElement) {
  requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
