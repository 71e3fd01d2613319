import { type ReactNode, type SyntheticEvent, useMemo, useRef, useState } from 'react';

type Errors = Record<string, ReactNode>;

/** Props of a field, for components of any type of value. */
interface FieldProps {
  // oxlint-disable-next-line typescript/no-explicit-any -- the field knows the type, and zod checks the value
  value?: any;
  checked?: boolean;
  error: ReactNode;
  onChange: (given: unknown) => void;
}

export interface Form<Values> {
  values: Values;
  /** Messages by field; those of fields within a field are named with a dot. */
  errors: Errors;
  /** True until the promise of the submit handler has ended. */
  submitting: boolean;
  getInputProps: (name: string, options?: { type: 'checkbox' }) => FieldProps;
  /** Changes a field and removes its error. */
  setFieldValue: <Name extends keyof Values>(name: Name, value: Values[Name]) => void;
  /** Changes several fields and removes all errors. */
  setValues: (values: Partial<Values>) => void;
  setErrors: (errors: Errors) => void;
  setFieldError: (name: keyof Values & string, error: ReactNode) => void;
  clearErrors: () => void;
}

/** Returns the value that a field reports, which may be that of an event. */
function valueIn(given: unknown): unknown {
  const element = typeof given === 'object' && given !== null && 'currentTarget' in given ? given.currentTarget : null;
  if (element instanceof HTMLInputElement && element.type === 'checkbox') return element.checked;
  const isField =
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement;
  return isField ? element.value : given;
}

/** Holds the values and errors of a form. `check` returns errors by field; it runs when the form is submitted. */
export function useForm<Values extends Record<string, unknown>>(
  initial: Values,
  check: (values: Values) => Errors,
): Form<Values> & {
  /** Returns a submit handler. `send` runs without errors, `refuse` with some. */
  onSubmit: (send: (values: Values) => Promise<unknown>, refuse: () => void) => (event: SyntheticEvent) => void;
} {
  const [values, show] = useState(initial);
  const [errors, setErrors] = useState<Errors>({});
  const [submitting, setSubmitting] = useState(false);
  // A handler may change a field twice, or submit what it has just changed.
  const latest = useRef(initial);
  const actions = useMemo(() => {
    const change = (next: Partial<Values>) => {
      latest.current = { ...latest.current, ...next };
      show(latest.current);
    };
    const isOf = (path: string, name: string) => path === name || path.startsWith(`${name}.`);
    return {
      setErrors,
      clearErrors: () => setErrors({}),
      setFieldError: (name: string, error: ReactNode) => setErrors((before) => ({ ...before, [name]: error })),
      setValues: (next: Partial<Values>) => {
        change(next);
        setErrors({});
      },
      setFieldValue: (name: keyof Values, value: unknown) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Form` names the type of each field's value
        change({ [name]: value } as Partial<Values>);
        setErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !isOf(path, String(name)))));
      },
    };
  }, []);
  return {
    values,
    errors,
    submitting,
    ...actions,
    getInputProps: (name, options) => ({
      ...(options === undefined ? { value: values[name] } : { checked: values[name] === true }),
      error: errors[name],
      onChange: (given) => actions.setFieldValue(name, valueIn(given)),
    }),
    onSubmit: (send, refuse) => (event) => {
      event.preventDefault();
      const found = check(latest.current);
      setErrors(found);
      if (Object.keys(found).length > 0) return refuse();
      setSubmitting(true);
      void send(latest.current).finally(() => setSubmitting(false));
    },
  };
}
