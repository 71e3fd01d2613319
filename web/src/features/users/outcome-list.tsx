import type { PersonChangeOutcome } from '@training/shared/users/people';
import { refusalInWords } from '../../lib/api/refusal-words.ts';
import { roleNameOf } from '../../lib/roles.ts';
import { Role } from '@training/shared/permissions';
import { ScrolledOutcomeList } from '../../ui/lists/outcome-list.tsx';
import { locale } from '../../lib/i18n/language.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';

const t = translatorOf('users');

interface PersonOutcomesProps {
  outcomes: readonly PersonChangeOutcome[];
  departments: DepartmentNames;
  label: string;
}

/** The outcome for each person, or the reason of the refusal. */
export function PersonOutcomeList({ outcomes, departments, label }: PersonOutcomesProps) {
  return <ScrolledOutcomeList label={label} outcomes={outcomes.map((outcome) => inList(outcome, departments))} />;
}

function inList(outcome: PersonChangeOutcome, departments: DepartmentNames) {
  const { email, external_id, full_name, result, refused } = outcome;
  const keys = joinWithDots([email, external_id]);
  return {
    key: personRowKeyOf(outcome),
    name: full_name || keys,
    about: full_name === '' ? '' : keys,
    words:
      refused === null
        ? joinWithDots([result && t(`result.${result}`), ...changesInWords(outcome, departments)])
        : refusalInWords(refused),
    isRefused: refused !== null,
  };
}

function changesInWords({ changes }: PersonChangeOutcome, departments: DepartmentNames): string[] {
  const { email, external_id, full_name, role, department_id } = changes;
  const roleOrNone = (value: string | null) => {
    const { data } = Role.safeParse(value);
    return data === undefined ? 'none' : roleNameOf(data);
  };
  const department = (id: string | null) => (id === null ? t('none') : (departments.get(id) ?? id));
  const arrow = ([before, after]: readonly (string | null)[], word: (value: string | null) => string) =>
    `${word(before ?? null)} → ${word(after ?? null)}`;
  const key = (value: string | null) => value ?? t('none');
  return [
    ...(email ? [arrow(email, key)] : []),
    ...(external_id ? [arrow(external_id, key)] : []),
    ...(full_name ? [arrow(full_name, String)] : []),
    ...(role ? [arrow(role, roleOrNone)] : []),
    ...(department_id ? [arrow(department_id, department)] : []),
    ...(changes.manager === undefined
      ? []
      : [changes.manager === null ? t('noManager') : t('newManager', { name: changes.manager })]),
  ];
}

/** Returns the key that identifies a row of a file, or its outcome: e-mail address and number. */
export const personRowKeyOf = ({
  email,
  external_id,
}: {
  email?: string | null;
  external_id?: string | null;
}): string => JSON.stringify([email ?? null, external_id ?? null]);

/** Department names by id. */
type DepartmentNames = ReadonlyMap<string, string>;

export const peopleCountInWords = (people: number) => t('peopleCount', { people });

/** Returns "3 changed, 1 refused", in the order of the outcomes. */
export function outcomeCountsInWords(outcomes: readonly PersonChangeOutcome[]): string {
  const counts = new Map<NonNullable<PersonChangeOutcome['result']> | 'refused', number>();
  for (const { result, refused } of outcomes) {
    const kind = refused !== null || result === null ? 'refused' : result;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const words = [...counts].map(([kind, count]) => t(`counted.${kind}`, { count }));
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(words);
}
