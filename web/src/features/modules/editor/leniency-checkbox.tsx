import { Checkbox } from '@mantine/core';
import type { Question } from '@training/shared/courses/courses';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface AllowanceProps<Name extends string> {
  question: Question & { [Each in Name]?: true | undefined };
  name: Name;
  onChange: (question: Question) => void;
}

const LABELS = {
  partial_credit: () => t('allow.partial_credit'),
  ignore_accents: () => t('allow.ignore_accents'),
  allow_typo: () => t('allow.allow_typo'),
};

/** Lets grading be lenient. While off, the question doesn't have the setting. */
export function LeniencyCheckbox<Name extends keyof typeof LABELS>(props: AllowanceProps<Name>) {
  const { question, name, onChange } = props;
  const { [name]: _, ...off } = question;
  return (
    <Checkbox
      size="xs"
      mt={4}
      label={LABELS[name]()}
      checked={question[name] === true}
      onChange={({ currentTarget }) => onChange((currentTarget.checked ? { ...off, [name]: true } : off) as Question)}
    />
  );
}
