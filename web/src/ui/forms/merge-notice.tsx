import { Alert, Radio, Stack, Text } from '@mantine/core';
import { IconGitMerge } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { FieldMerge, MergeableFields } from './field-merge.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** The labels of a form's fields, and functions that format their values. */
export type FieldWording<Values> = {
  [Name in keyof Values & string]: { label: string; say: (value: Values[Name]) => string };
};

interface MergeNoticeProps<Values extends MergeableFields> {
  merge: FieldMerge<Values>;
  words: FieldWording<Values>;
  /** The form's current values. */
  written: Values;
}

/** Shows what others saved while the form was open, next to what was typed, so that neither is lost unnoticed. */
export function MergeNotice<Values extends MergeableFields>({ merge, words, written }: MergeNoticeProps<Values>) {
  const { news, open, reminders, choose } = merge;
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (news === null) return;
    notice.current?.scrollIntoView({ block: 'nearest' });
    notice.current?.querySelector('input')?.focus();
  }, [news]);
  useEffect(() => {
    if (reminders > 0) notice.current?.querySelector<HTMLElement>('[data-open] input')?.focus();
  }, [reminders]);
  if (news === null) return null;
  const { before, mine, theirs, taken, clashes } = news;
  const say = <Name extends keyof Values & string>(name: Name, values: Values) => words[name].say(values[name]);
  return (
    <Alert
      ref={notice}
      color="yellow"
      role="alert"
      icon={<IconGitMerge aria-hidden />}
      title={t('changedBySomeoneElse')}
    >
      <Stack gap="sm">
        <Text size="sm">{news.detail}</Text>
        {taken.length > 0 && (
          <div>
            <Text size="sm">{t('updatedWithTheirChanges')}</Text>
            <ul aria-label={t('updated')}>
              {taken.map((name) => (
                <li key={name}>
                  {t.nodes('fieldBecame', {
                    label: words[name].label,
                    before: () => <bdi>{say(name, before)}</bdi>,
                    after: () => <bdi>{say(name, theirs)}</bdi>,
                  })}
                </li>
              ))}
            </ul>
          </div>
        )}
        {clashes.map((name) => {
          const isTheirs = written[name] === theirs[name];
          return (
            <Radio.Group
              key={name}
              label={t('bothChanged', { label: words[name].label })}
              value={open.includes(name) ? null : isTheirs ? 'theirs' : 'mine'}
              onChange={(side) => choose(name, side === 'theirs' ? 'theirs' : 'mine', written)}
              data-open={open.includes(name) || undefined}
              error={reminders > 0 && open.includes(name) && t('chooseOneThenSave')}
            >
              <Stack gap={6} mt={4}>
                <Radio
                  value="mine"
                  label={t.nodes('keepMine', { value: () => <bdi>{say(name, isTheirs ? mine : written)}</bdi> })}
                />
                <Radio value="theirs" label={t.nodes('useTheirs', { value: () => <bdi>{say(name, theirs)}</bdi> })} />
              </Stack>
            </Radio.Group>
          );
        })}
      </Stack>
    </Alert>
  );
}
