import { Button, Checkbox, Radio, Text } from '@mantine/core';
import type { OwnQuizAnswer } from '@training/shared/learning/attempts';
import { useId, useState } from 'react';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { PictureAreas } from '../../items/picture-areas.tsx';
import classes from '../learning.module.css';
import type { AnswerFieldProps } from './answer-field.tsx';
import own from './other-kinds.module.css';

const t = translatorOf('learning');

/**
 * Areas of a picture to choose from, in the picture or by their numbers below it, which are the browser's own fields:
 * keys, screen readers and voices work there, and also where areas are small. Everybody can have the names.
 */
export function HotspotAnswerField({ question, given, response, onChange }: AnswerFieldProps) {
  const { options, areas = [], several } = question;
  const id = useId();
  const [focused, setFocused] = useState(-1);
  const [areNamed, setNamed] = useState(false);
  const shown = given?.response ?? response;
  const chosen = shown?.kind === 'hotspot' ? shown.choices : [];
  const Mark = several ? Checkbox : Radio;
  const choose = (place: number) => {
    const others = several ? chosen.filter((each) => each !== place) : [];
    const next = several && chosen.includes(place) ? others : [...others, place];
    onChange(next.length === 0 ? null : { kind: 'hotspot', choices: next.toSorted((one, other) => one - other) });
  };
  return (
    <fieldset className={own.hotspot}>
      <legend>{t(several ? 'choosePlaces' : 'choosePlace')}</legend>
      <PictureAreas
        item={question}
        areas={areas}
        fieldOf={(place) => `${id}-${place}`}
        lookOf={(place) => {
          const isRight = rightOf(given, place);
          const isChosen = chosen.includes(place);
          const isWrong = isRight === false && isChosen;
          return { chosen: isChosen, focused: focused === place, right: isRight === true, wrong: isWrong };
        }}
      />
      <div className={own.numbers}>
        {options.map((name, place) => (
          // Areas are a fixed list, and stay in place.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={place} className={classes.choice} data-given={given !== undefined || undefined}>
            <Mark
              id={`${id}-${place}`}
              name={id}
              aria-label={t('placeNamed', { number: place + 1, name })}
              label={areNamed || given !== undefined ? t('placeNamed', { number: place + 1, name }) : place + 1}
              checked={chosen.includes(place)}
              disabled={given !== undefined}
              onChange={() => choose(place)}
              onFocus={() => setFocused(place)}
              onBlur={() => setFocused(-1)}
            />
            {given !== undefined && (
              <Text size="xs" fw={600}>
                {resultWords(rightOf(given, place), chosen.includes(place))}
              </Text>
            )}
          </div>
        ))}
      </div>
      {given === undefined && (
        <Button size="compact-sm" variant="subtle" aria-pressed={areNamed} onClick={() => setNamed(!areNamed)}>
          {t(areNamed ? 'hidePlaceNames' : 'showPlaceNames')}
        </Button>
      )}
    </fieldset>
  );
}

/** Returns whether a place is right; undefined as long as that isn't known, for example without solutions. */
function rightOf(given: OwnQuizAnswer | undefined, place: number): boolean | undefined {
  if (given?.solution?.kind === 'hotspot') return given.solution.correct.includes(place);
  const isChosen = given?.response.kind === 'hotspot' && given.response.choices.includes(place);
  return isChosen && given.right === true ? true : undefined;
}

function resultWords(isRight: boolean | undefined, isChosen: boolean): string {
  if (!isChosen) return isRight === true ? t('correct') : '';
  return isRight === undefined ? t('yourAnswer') : t(isRight ? 'yourAnswerCorrect' : 'yourAnswerIncorrect');
}
