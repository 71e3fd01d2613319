import { ActionIcon, Text, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { InlineMarkdown } from '../../../ui/markdown.tsx';
import classes from '../learning.module.css';
import type { AnswerFieldProps } from './answer-field.tsx';
import { HotspotAnswerField } from './hotspot.tsx';
import own from './other-kinds.module.css';

const t = translatorOf('learning');

/** Options to put in order or to match, or areas of a picture. Once answered, it is read-only with the solution. */
export function OrderMatchOrHotspotField(props: AnswerFieldProps) {
  if (props.question.kind === 'hotspot') return <HotspotAnswerField {...props} />;
  return props.question.kind === 'ordering' ? <Ordering {...props} /> : <Matching {...props} />;
}

function Ordering({ question: { options }, given, response, onChange }: AnswerFieldProps) {
  const list = useRef<HTMLOListElement>(null);
  const [moved, setMoved] = useState('');
  const shown = given?.response ?? response;
  const order = shown?.kind === 'ordering' ? shown.order : options.map((_, place) => place);
  const solution = given?.right === false && given.solution?.kind === 'ordering' ? given.solution.order : null;
  const move = (at: number, to: number) => {
    const option = order[at];
    if (option === undefined || to < 0 || to >= order.length) return;
    flushSync(() => {
      onChange({ kind: 'ordering', order: order.toSpliced(at, 1).toSpliced(to, 0, option) });
      setMoved(t('movedTo', { place: String(to + 1), count: String(order.length) }));
    });
    const buttons = list.current?.children[to]?.querySelectorAll('button');
    buttons?.item(to < at ? 0 : 1).focus();
  };
  return (
    <>
      <Text size="sm">{t('putInOrder')}</Text>
      <ol ref={list} className={own.order} aria-label={t('putInOrder')}>
        {order.map((option, at) => (
          <li key={option} className={classes.choice} data-given={given !== undefined || undefined}>
            <span>
              {at + 1}. <InlineMarkdown>{options[option] ?? ''}</InlineMarkdown>
            </span>
            {given === undefined &&
              ([-1, 1] as const).map((step) => (
                <ActionIcon
                  key={step}
                  variant="default"
                  size="lg"
                  aria-disabled={at + step < 0 || at + step >= order.length}
                  aria-label={t(step < 0 ? 'moveUp' : 'moveDown', { option: options[option] ?? '' })}
                  onClick={() => move(at, at + step)}
                >
                  {step < 0 ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
                </ActionIcon>
              ))}
          </li>
        ))}
      </ol>
      <VisuallyHidden component="output">{moved}</VisuallyHidden>
      {solution !== null && (
        <Text size="sm">{t('correctAnswer', { text: solution.map((option) => options[option]).join(' → ') })}</Text>
      )}
    </>
  );
}

const NONE = -1;

function Matching({ question: { options, matches = [] }, given, response, onChange }: AnswerFieldProps) {
  const shown = given?.response ?? response;
  const [chosen, setChosen] = useState(() => options.map(() => NONE));
  const current = shown?.kind === 'matching' ? shown.matches : chosen;
  const solution = given?.solution?.kind === 'matching' ? given.solution.matches : null;
  const id = useId();
  const choose = (option: number, match: number) => {
    const next = current.with(option, match);
    setChosen(next);
    onChange(next.includes(NONE) ? null : { kind: 'matching', matches: next });
  };
  return (
    <ul className={own.order} aria-label={t('matchEach')}>
      {options.map((option, place) => {
        const right = solution?.[place];
        const isRight = right === undefined ? undefined : right === current[place];
        return (
          // Options are a fixed list, and stay in place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={place} className={classes.choice} data-right={isRight}>
            <label htmlFor={`${id}-${place}`} className={classes.words}>
              <InlineMarkdown>{option}</InlineMarkdown>
            </label>
            <select
              id={`${id}-${place}`}
              className={own.match}
              disabled={given !== undefined}
              value={current[place] ?? NONE}
              onChange={({ currentTarget }) => choose(place, Number(currentTarget.value))}
            >
              <option value={NONE} disabled>
                {t('chooseMatch')}
              </option>
              {matches.map((match, index) => (
                // As above.
                // oxlint-disable-next-line react/no-array-index-key
                <option key={index} value={index}>
                  {match}
                </option>
              ))}
            </select>
            {isRight !== undefined && (
              <Text size="xs" fw={600}>
                {isRight ? t('correct') : t('correctAnswer', { text: matches[right ?? 0] ?? '' })}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}
