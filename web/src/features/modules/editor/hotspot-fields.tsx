import { Group, NativeSelect, Text } from '@mantine/core';
import type { Question } from '@training/shared/courses/courses';
import { type PictureArea, MAX_PICTURE_COORDINATE } from '@training/shared/courses/media';
import { findPictureWithAreas } from '@training/shared/courses/media-at';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { type PointerEvent, useRef, useState } from 'react';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { NumberField } from '../../../ui/forms/number-field.tsx';
import { PictureAreas } from '../../items/picture-areas.tsx';
import { LeniencyCheckbox } from './leniency-checkbox.tsx';
import classes from './editor.module.css';
import { LineFields } from './line-fields.tsx';
import { createPictureArea } from './new-item.ts';

const t = translatorOf('modules');

type Hotspot = Extract<Question, { kind: 'hotspot' }>;

interface HotspotFieldsProps {
  /** The question's name within a sentence: "question 3". */
  about: string;
  question: Hotspot;
  onChange: (question: Question) => void;
}

/** Per mille of the picture's sides. */
const LEAST = 30;

const within = (value: number, least: number, most: number) => Math.min(Math.max(Math.round(value), least), most);

/** Returns an area that is inside the picture, and large enough to tap. */
function fitted({ shape, ...area }: PictureArea): PictureArea {
  const [width, height] = [
    within(area.width, LEAST, MAX_PICTURE_COORDINATE),
    within(area.height, LEAST, MAX_PICTURE_COORDINATE),
  ];
  const x = within(area.x, 0, MAX_PICTURE_COORDINATE - width);
  return { shape, x, y: within(area.y, 0, MAX_PICTURE_COORDINATE - height), width, height };
}

/** An action of a pointer since it was pressed: `at` is the number of the area, a new one's if it is the last. */
interface Drag {
  at: number;
  isResized: boolean;
  from: { x: number; y: number };
  first: PictureArea;
  area: PictureArea;
}

/** Areas in the picture, drawn and moved by a pointer or by their numbers, with a name each. */
export function HotspotFields({ about, question, onChange }: HotspotFieldsProps) {
  const { options, areas, correct } = question;
  const frame = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag | null>(null);
  const add = (area: PictureArea) => onChange({ ...question, options: [...options, ''], areas: [...areas, area] });
  const change = (at: number, area: PictureArea) => onChange({ ...question, areas: areas.with(at, fitted(area)) });
  const shown = drag === null ? areas : areas.toSpliced(drag.at, 1, drag.area);

  const pointOf = ({ clientX, clientY }: PointerEvent) => {
    const box = frame.current!.getBoundingClientRect();
    const share = (part: number, whole: number) =>
      within((part / whole) * MAX_PICTURE_COORDINATE, 0, MAX_PICTURE_COORDINATE);
    return { x: share(clientX - box.left, box.width), y: share(clientY - box.top, box.height) };
  };
  const begin = (event: PointerEvent) => {
    const pressed = event.target instanceof Element ? event.target : null;
    const named = pressed?.closest('[data-area]')?.getAttribute('data-area');
    const at = named == null ? areas.length : Number(named);
    // A finger that draws couldn't scroll: it moves areas, and the button below adds them.
    if (event.button !== 0 || at >= CONTENT_LIMITS.options || (named == null && event.pointerType === 'touch')) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const from = pointOf(event);
    const first = areas[at] ?? { shape: 'rectangle', ...from, width: 0, height: 0 };
    const isResized = named == null || pressed?.closest('[data-corner]') != null;
    setDrag({ at, isResized, from, first, area: fitted(first) });
  };
  const go = (event: PointerEvent) => {
    if (drag === null) return;
    const { x, y } = pointOf(event);
    const { first, from } = drag;
    const [right, down] = [x - from.x, y - from.y];
    const area = drag.isResized
      ? {
          ...first,
          width: Math.min(first.width + right, MAX_PICTURE_COORDINATE - first.x),
          height: Math.min(first.height + down, MAX_PICTURE_COORDINATE - first.y),
        }
      : { ...first, x: first.x + right, y: first.y + down };
    setDrag({ ...drag, area: fitted(area) });
  };
  const end = () => {
    if (drag === null) return;
    setDrag(null);
    // A press on the picture alone draws nothing.
    if (drag.at === areas.length && drag.area.width === LEAST && drag.area.height === LEAST) return;
    if (drag.at === areas.length) add(drag.area);
    else change(drag.at, drag.area);
  };

  return (
    <>
      {findPictureWithAreas(question) === undefined ? (
        <Text size="sm">{t('areasNeedPicture')}</Text>
      ) : (
        <>
          <Text size="sm">{t('drawAreas')}</Text>
          <PictureAreas
            item={question}
            areas={shown}
            lookOf={(place) => ({ chosen: drag?.at === place, right: correct.includes(place), corner: true })}
            frame={{
              ref: frame,
              onPointerDown: begin,
              onPointerMove: go,
              onPointerUp: end,
              onPointerCancel: () => setDrag(null),
            }}
          />
        </>
      )}
      <LineFields
        title={t('areaNames')}
        lineName={(number) => ({
          label: t('line.area', { number, about }),
          inText: t('lineInText.area', { number, about }),
        })}
        add={t('addAnArea')}
        lines={options}
        max={CONTENT_LIMITS.options}
        onChange={(lines) =>
          lines.length > areas.length
            ? onChange({ ...question, options: lines, areas: [...areas, createPictureArea(areas.length)] })
            : onChange({ ...question, options: lines })
        }
        onRemove={(index) =>
          onChange({
            ...question,
            options: options.toSpliced(index, 1),
            areas: areas.toSpliced(index, 1),
            correct: correct.flatMap((each) => (each === index ? [] : each > index ? each - 1 : each)),
          })
        }
        marks={{
          kind: 'multiple_choice',
          isMarked: (index) => correct.includes(index),
          onMark: (index, isRight) =>
            onChange({
              ...question,
              correct: [...correct.filter((each) => each !== index), ...(isRight ? [index] : [])].toSorted(
                (one, other) => one - other,
              ),
            }),
        }}
      />
      {areas.map((area, at) => (
        // Areas have no identity but their number, and are controlled.
        // oxlint-disable-next-line react/no-array-index-key
        <AreaNumbers key={at} number={at + 1} about={about} area={area} onChange={(next) => change(at, next)} />
      ))}
      {correct.length > 1 && <LeniencyCheckbox question={question} name="partial_credit" onChange={onChange} />}
    </>
  );
}

const SIDES = ['x', 'y', 'width', 'height'] as const;

interface AreaNumbersProps {
  number: number;
  about: string;
  area: PictureArea;
  onChange: (area: PictureArea) => void;
}

/** The shape and the place of an area, in percent of the picture: all that a pointer does, by keyboard. */
function AreaNumbers({ number, about, area, onChange }: AreaNumbersProps) {
  return (
    <fieldset className={classes.lines}>
      <legend>{t('line.area', { number, about })}</legend>
      <Group gap="xs" align="flex-end">
        <NativeSelect
          size="xs"
          label={t('areaShape')}
          data={(['rectangle', 'ellipse'] as const).map((shape) => ({ value: shape, label: t(`shape.${shape}`) }))}
          value={area.shape}
          onChange={({ currentTarget }) =>
            onChange({ ...area, shape: currentTarget.value === 'ellipse' ? 'ellipse' : 'rectangle' })
          }
        />
        {SIDES.map((side) => (
          <SideField
            key={side}
            label={t(`side.${side}`)}
            value={area[side] / 10}
            onChange={(value) => onChange({ ...area, [side]: value * 10 })}
          />
        ))}
      </Group>
    </fieldset>
  );
}

interface SideFieldProps {
  label: string;
  /** Percent. */
  value: number;
  onChange: (value: number) => void;
}

/** A number that is fitted into the picture once it is typed, not at each digit. */
function SideField({ label, value, onChange }: SideFieldProps) {
  const [typed, setTyped] = useState<number | string | null>(null);
  const finish = () => {
    setTyped(null);
    if (typeof typed === 'number') onChange(typed);
  };
  return (
    <NumberField
      size="xs"
      w="5.5rem"
      label={label}
      fractions
      min={0}
      max={100}
      value={typed ?? value}
      onChange={setTyped}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
    />
  );
}
