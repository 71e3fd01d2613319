import type { ModuleOutcome } from '@training/shared/courses/modules';
import { Time } from '../../../ui/time.tsx';
import classes from './transitions.module.css';

const WORDS: Record<ModuleOutcome['kind'], string> = {
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  unpublished: 'Unpublished',
  archived: 'Archived',
  restored: 'Restored',
};

/** Explains the module's state: who decided, when, and the reason given (rules/review 21). */
export function Outcomes({ outcomes }: { outcomes: ModuleOutcome[] }) {
  if (outcomes.length === 0) return null;
  return (
    <ul className={classes.outcomes} aria-label="Why it stands there">
      {outcomes.map(({ kind, by, at, reason }) => (
        <li key={kind}>
          <strong>{WORDS[kind]}</strong> by {by}, <Time at={at} />
          {reason !== null && (
            <>
              : “<bdi>{reason}</bdi>”
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
