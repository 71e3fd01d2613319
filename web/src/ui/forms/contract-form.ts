// The messages of forms, also for schemas that are made of zod's own types alone.
import '@training/shared/messages';
import { schemaResolver, useForm } from '@mantine/form';
import type { MessageKey } from '@training/shared/i18n/translator';
import { createElement, type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import type { FormInputPlace, NotStoredReason } from '../../lib/unsaved-input/stored-forms.ts';
import { type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import type { FieldErrorInWords } from '../../lib/api/refusal-words.ts';
import { useStoredFormInput } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Messages for empty fields; for others the schema's message is used. */
const ASKS = new Map<string, Extract<MessageKey<'frame'>, `enter.${string}`>>([
  ['name', 'enter.name'],
  ['full_name', 'enter.name'],
  ['title', 'enter.title'],
  ['course_title', 'enter.title'],
  ['email', 'enter.email'],
  ['reason', 'enter.reason'],
  ['comment', 'enter.comment'],
  ['text', 'enter.text'],
]);

/** Returns the errors by field. Empty fields say what to enter. */
export function describeEmptyFieldErrors<Wrong>(
  errors: Record<string, Wrong>,
  values: Record<string, unknown>,
): Record<string, Wrong | string> {
  return Object.fromEntries(
    Object.entries(errors).map(([field, wrong]) => {
      const ask = ASKS.get(field);
      return [field, ask !== undefined && isEmpty(values[field]) ? t(ask) : wrong];
    }),
  );
}

const isEmpty = (value: unknown) => typeof value === 'string' && value.trim() === '';

/**
 * A form validated with the schema that the server uses. The server's errors are shown on their fields; any other is
 * `problem`, to show above the buttons. Typed text is stored under `at` until it is sent or discarded, except fields
 * named in `except`. Pass `storedInput` to `RestoredNotice`, or `inDialog(send)` to `FormInDialog`.
 */
export function useContractForm<Input extends Record<string, unknown>, Output>(
  schema: z.ZodType<Output, Input>,
  given: Input,
  at: FormInputPlace | NotStoredReason,
  except?: readonly (keyof Input & string)[],
) {
  const { store, actionsOf } = useStoredFormInput(at, given, except);
  const [problem, setProblem] = useState<DisplayableProblem | null>(null);
  const check = schemaResolver(schema, { sync: true });
  const form = useForm<Input>({
    initialValues: store.begin,
    validate: (entered) => describeEmptyFieldErrors(check(entered), entered),
    onSubmitPreventDefault: 'always',
  });

  const { values } = form;
  useEffect(() => store.save(values), [store, values]);
  const storedInput = actionsOf((begin) => {
    form.setValues(begin);
    form.clearErrors();
    setProblem(null);
  });

  /**
   * Returns a submit handler for `<form>`. `send` gets the parsed values and throws the server's refusal. It returns
   * false if the server doesn't have everything yet.
   */
  const onSubmit = (send: (values: Output) => Promise<unknown>) => (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    return form.onSubmit(
      async (values) => {
        setProblem(null);
        try {
          if ((await send(schema.parse(values))) !== false) storedInput.sent();
        } catch (error) {
          setProblem(placeErrors(toDisplayableProblem(error)));
          focusFirstInvalid(element);
        }
      },
      () => focusFirstInvalid(element),
    )(event);
  };

  /** Shows errors on their fields; returns the problem if some belong to no field. */
  function placeErrors(found: DisplayableProblem): DisplayableProblem | null {
    const fields = found.errors.filter(({ path }) => Object.hasOwn(form.values, path));
    // Synchronous, because the next step looks for the invalid fields to focus.
    flushSync(() => form.setErrors(Object.fromEntries(fields.map((field) => [field.path, renderFieldError(field)]))));
    return fields.length > 0 && fields.length === found.errors.length ? null : found;
  }

  const inDialog = (send: (values: Output) => Promise<unknown>) => ({
    onSubmit: onSubmit(send),
    storedInput,
    problem,
    isSubmitting: form.submitting,
  });
  return { form, problem, onSubmit, storedInput, inDialog };
}

/** Returns the message of a field, marked as English if the console's language has none. */
export function renderFieldError({ message, isEnglish = false }: FieldErrorInWords): ReactNode {
  return isEnglish ? createElement('span', { lang: 'en' }, message) : message;
}

/** Waits a frame until the field is `aria-invalid`. */
function focusFirstInvalid(element: HTMLFormElement) {
  requestAnimationFrame(() => element.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
