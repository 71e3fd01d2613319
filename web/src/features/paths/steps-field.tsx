import { Checkbox, CloseButton, Group, NativeSelect, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { SortableList } from '../../ui/sorting/sortable-list.tsx';
import { moveStep, STEP_OPENING_REQUIREMENTS, type StepDraft } from './steps-draft.ts';

const t = translatorOf('paths');

const PAUSE = 300;

interface StepsFieldProps {
  value: readonly StepDraft[];
  onChange: (value: StepDraft[]) => void;
}

/** Fields for the modules of a path, their order, and what opens each. */
export function StepsField({ value, onChange }: StepsFieldProps) {
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, PAUSE);
  const modules = trpc.assignments.modules.useQuery({ search: asked });
  const chosen = new Set(value.map(({ id }) => id));
  const found = (modules.data ?? []).filter(({ id }) => !chosen.has(id));
  const add = (id: string | null) => {
    const module = found.find((each) => each.id === id);
    const opens = value.length === 0 ? ('none' as const) : ('previous' as const);
    if (module) onChange([...value, { id: module.id, title: module.title, opens, some: [] }]);
  };
  const change = (id: string, part: Partial<StepDraft>) =>
    onChange(value.map((step) => (step.id === id ? { ...step, ...part } : step)));
  return (
    <div>
      <Text fw={500} size="sm">
        {t('modules')}
      </Text>
      <SortableList
        label={t('modules')}
        ids={value.map(({ id }) => id)}
        nameOf={(id) => value.find((step) => step.id === id)?.title ?? ''}
        onMove={(id, to) => onChange(moveStep(value, id, to))}
      >
        {(id, index, handle) => {
          const step = value.find((each) => each.id === id);
          return (
            step && (
              <StepFields
                step={step}
                before={value.slice(0, index)}
                handle={handle}
                onChange={(part) => change(id, part)}
                onRemove={() => onChange(value.filter((each) => each.id !== id))}
              />
            )
          );
        }}
      </SortableList>
      <SearchSelect
        label={t('addModule')}
        placeholder={t('searchModules')}
        choices={[
          { items: found.map(({ id, title, course }) => ({ value: id, label: joinWithDots([title, course]) })) },
        ]}
        isFiltered
        onSearch={setSearch}
        nothing={t('noModulesMatch')}
        value={null}
        onChange={add}
      />
    </div>
  );
}

interface StepFieldsProps {
  step: StepDraft;
  before: readonly StepDraft[];
  handle: ReactNode;
  onChange: (part: Partial<StepDraft>) => void;
  onRemove: () => void;
}

function StepFields({ step, before, handle, onChange, onRemove }: StepFieldsProps) {
  const { title, opens, some } = step;
  const isFirst = before.length === 0;
  return (
    <>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <Group gap="xs" wrap="nowrap" miw={0}>
          {handle}
          <Text size="sm">
            {before.length + 1}. {title}
          </Text>
        </Group>
        <CloseButton size={24} aria-label={t('removeNamed', { title })} onClick={onRemove} />
      </Group>
      {!isFirst && (
        <NativeSelect
          size="xs"
          mt={4}
          aria-label={t('whenOpens', { title })}
          data={STEP_OPENING_REQUIREMENTS.map((value) => ({ value, label: t(`opens.${value}`) }))}
          value={opens}
          onChange={({ currentTarget }) =>
            onChange({ opens: STEP_OPENING_REQUIREMENTS.find((each) => each === currentTarget.value) ?? 'none' })
          }
        />
      )}
      {!isFirst && opens === 'some' && (
        <Checkbox.Group
          aria-label={t('whenOpens', { title })}
          value={some}
          onChange={(next) => onChange({ some: next })}
          mt={4}
        >
          {before.map((each) => (
            <Checkbox key={each.id} size="xs" mt={4} value={each.id} label={each.title} />
          ))}
        </Checkbox.Group>
      )}
    </>
  );
}
