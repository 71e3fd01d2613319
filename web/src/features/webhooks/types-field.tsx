import { Button, Checkbox, Code, Group, Input, Stack } from '@mantine/core';
import { CATALOGUE, describeType, examplePayload } from '@training/shared/webhooks/webhook-catalogue';
import { ChosenType } from '@training/shared/webhooks/webhooks';
import { type ReactNode, useId } from 'react';
import classes from './webhooks.module.css';

interface TypesFieldProps {
  value: ChosenType[];
  error: ReactNode;
  onChange: (types: ChosenType[]) => void;
}

/** Selects event types by group, each with its description and an example payload. */
export function TypesField({ value, error, onChange }: TypesFieldProps) {
  const id = useId();
  const set = (types: readonly ChosenType[], isOn: boolean) =>
    onChange(ChosenType.options.filter((type) => (types.includes(type) ? isOn : value.includes(type))));
  const isAll = value.length === ChosenType.options.length;
  return (
    <fieldset className={classes.types} aria-describedby={error ? `${id}-error` : undefined}>
      <Group component="legend" justify="space-between" gap="xs" w="100%">
        <span>Events</span>
        <Button size="compact-sm" variant="default" fw={500} onClick={() => set(ChosenType.options, !isAll)}>
          {isAll ? 'Clear all' : 'Select all'}
        </Button>
      </Group>
      {error && (
        <Input.Error id={`${id}-error`} mb="xs">
          {error}
        </Input.Error>
      )}
      <Stack gap="sm">
        {CATALOGUE.map(({ label, types }) => {
          const chosen = types.filter((type) => value.includes(type)).length;
          return (
            <fieldset key={label} className={classes.group}>
              <legend className={classes.legend}>
                <Checkbox
                  label={label}
                  fw={600}
                  checked={chosen === types.length}
                  indeterminate={chosen > 0 && chosen < types.length}
                  aria-invalid={error ? true : undefined}
                  onChange={({ currentTarget }) => set(types, currentTarget.checked)}
                />
              </legend>
              {types.map((type) => (
                <div key={type} className={classes.type}>
                  <Checkbox
                    label={<Code className={classes.code}>{type}</Code>}
                    description={<InWords>{describeType(type)}</InWords>}
                    checked={value.includes(type)}
                    onChange={({ currentTarget }) => set([type], currentTarget.checked)}
                  />
                  <Example type={type} />
                </div>
              ))}
            </fieldset>
          );
        })}
      </Stack>
    </fieldset>
  );
}

function Example({ type }: { type: ChosenType }) {
  return (
    <details className={classes.example}>
      <summary aria-label={`Example of ${type}`}>Example</summary>
      <Code block className={classes.body}>
        {JSON.stringify(examplePayload(type), null, 2)}
      </Code>
    </details>
  );
}

/** Formats field names, which the contract puts between backticks. */
function InWords({ children }: { children: string }) {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // Parts of a fixed text.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={index}>{part}</code>
    ) : (
      part
    ),
  );
}
