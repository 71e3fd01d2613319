import { schemaResolver, useForm } from '@mantine/form';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { type Problem, problemOf } from '../lib/problem.ts';

/**
 * A form that is checked with the schema that the server parses. What the server then finds wrong lands on its
 * field; anything else is `problem`, to be shown above the buttons.
 */
export function useContractForm<Input extends Record<string, unknown>, Output>(
  schema: z.ZodType<Output, Input>,
  initialValues: Input,
) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const form = useForm<Input>({
    initialValues,
    validate: schemaResolver(schema, { sync: true }),
    onSubmitPreventDefault: 'always',
  });

  /** An event handler for `<form>`; `send` gets the parsed values and throws what the server refuses. */
  const onSubmit = (send: (values: Output) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    return form.onSubmit(
      async (values) => {
        setProblem(null);
        try {
          await send(schema.parse(values));
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

  return { form, problem, onSubmit };
}

/** Waits for the frame in which the field has become `aria-invalid`. */
function focusFirstInvalid(element: HTMLFormElement) {
  requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
