import { List, Text } from '@mantine/core';
import classes from './outcome-list.module.css';

/** The result of an action for one of several people or things. */
export interface Outcome {
  key: string;
  /** Its person or audience. */
  name: string;
  /** Details in grey, such as its module. */
  about: string;
  /** The result, or the reason of the refusal in full sentences. */
  words: string;
  isRefused: boolean;
}

/** The result for each of several, or the reason of its refusal. */
export function OutcomeList({ outcomes }: { outcomes: readonly Outcome[] }) {
  return (
    <List size="sm" listStyleType="none" spacing={6}>
      {outcomes.map(({ key, name, about, words, isRefused }) => (
        <List.Item key={key}>
          <Text span fw={500}>
            {name}
          </Text>{' '}
          <Text span c="dimmed">
            {about}
          </Text>
          <Text size="sm" c={isRefused ? 'var(--mantine-color-error)' : 'dimmed'}>
            {words}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

/** A list of outcomes that scrolls by itself; renders nothing if there are none. */
export function ScrolledOutcomeList({ label, outcomes }: { label: string; outcomes: readonly Outcome[] }) {
  if (outcomes.length === 0) return null;
  return (
    // Focusable, so that keyboard users can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes.scrolled} aria-label={label} tabIndex={0}>
      <OutcomeList outcomes={outcomes} />
    </section>
  );
}
