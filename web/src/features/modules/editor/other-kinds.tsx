import { Group, NativeSelect } from '@mantine/core';
import type { Question } from '@training/shared/courses/courses';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { NumberField } from '../../../ui/forms/number-field.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { LeniencyCheckbox } from './leniency-checkbox.tsx';
import { HotspotFields } from './hotspot-fields.tsx';
import { LineFields } from './line-fields.tsx';

const t = translatorOf('modules');

const lineOf = (kind: 'option' | 'match' | 'unit', about: string) => (number: number) => ({
  label: t(`line.${kind}`, { number, about }),
  inText: t(`lineInText.${kind}`, { number, about }),
});

interface OtherFieldsProps {
  /** The question's name within a sentence: "question 3". */
  about: string;
  question: Extract<Question, { kind: 'number' | 'ordering' | 'matching' | 'hotspot' }>;
  onChange: (question: Question) => void;
}

/** The fields for the right answer of a number, an order, matches or areas. */
export function OtherKindAnswerFields({ about, question, onChange }: OtherFieldsProps) {
  if (question.kind === 'number') return <NumberFields about={about} question={question} onChange={onChange} />;
  if (question.kind === 'hotspot') return <HotspotFields about={about} question={question} onChange={onChange} />;
  const { options } = question;
  const isOrder = question.kind === 'ordering';
  return (
    <>
      <LineFields
        title={isOrder ? t('optionsInOrder') : t('optionsToMatch')}
        lineName={lineOf('option', about)}
        add={t('addAnOption')}
        lines={options}
        max={CONTENT_LIMITS.options}
        onChange={(lines) => onChange({ ...question, options: lines })}
        onRemove={(index) =>
          onChange({
            ...question,
            options: options.toSpliced(index, 1),
            ...(question.kind === 'matching' && { matches: question.matches.toSpliced(index, 1) }),
          })
        }
      />
      {question.kind === 'matching' && (
        <>
          <LineFields
            title={t('matchesInOrder')}
            lineName={lineOf('match', about)}
            add={t('addAMatch')}
            lines={question.matches}
            max={CONTENT_LIMITS.options}
            onChange={(matches) => onChange({ ...question, matches })}
          />
          <LeniencyCheckbox question={question} name="partial_credit" onChange={onChange} />
        </>
      )}
    </>
  );
}

interface NumberFieldsProps extends OtherFieldsProps {
  question: Extract<Question, { kind: 'number' }>;
}

function NumberFields({ about, question, onChange }: NumberFieldsProps) {
  const { tolerance, units } = question;
  const { tolerance: _, ...exact } = question;
  const allow = (of: number | string, by = tolerance?.by ?? 'amount') =>
    onChange(typeof of === 'number' && of >= 0 ? { ...exact, tolerance: { by, of } } : exact);
  return (
    <>
      <Group gap="xs" align="flex-end">
        <NumberField
          label={t('rightNumber')}
          fractions
          value={question.value ?? ''}
          onChange={(value) => onChange({ ...question, value: typeof value === 'number' ? value : null })}
        />
        <NumberField
          label={t('tolerance')}
          fractions
          min={0}
          value={tolerance?.of ?? ''}
          onChange={(of) => allow(of)}
        />
        <NativeSelect
          aria-label={t('toleranceBy')}
          data={[
            { value: 'amount', label: t('byAmount') },
            { value: 'percent', label: '%' },
          ]}
          value={tolerance?.by ?? 'amount'}
          disabled={tolerance === undefined}
          onChange={({ currentTarget }) =>
            allow(tolerance?.of ?? '', currentTarget.value === 'percent' ? 'percent' : 'amount')
          }
        />
      </Group>
      <LineFields
        title={t('unitsAccepted')}
        lineName={lineOf('unit', about)}
        add={t('addAUnit')}
        lines={units}
        max={CONTENT_LIMITS.options}
        onChange={(lines) => onChange({ ...question, units: lines })}
      />
    </>
  );
}
