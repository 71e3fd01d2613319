import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('users');

interface PersonChoiceProps {
  /** Its label; by default, “Person”. */
  label?: string;
  description?: string;
  value: string | null;
  /** The placeholder when used as a filter: "To anybody". */
  filter?: string;
  /** Someone who can’t be chosen. */
  except?: string | undefined;
  /** The name of a button that removes the choice. */
  clearLabel?: string;
  /** The selected person, if known from elsewhere. */
  known?: { id: string; name: string } | undefined;
  onChange: (id: string | null) => void;
}

/** The maximum number of choices shown. Typing more narrows them down. */
const SHOWN = 20;

/** Searches on the server, because a workspace may have very many people. */
export function PersonChoice({
  label,
  description,
  value,
  filter,
  except,
  clearLabel,
  known,
  onChange,
}: PersonChoiceProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const people = trpc.users.search.useQuery({ search, limit: SHOWN }, { placeholderData: keepPreviousData });
  const found = (people.data?.users ?? []).map(({ id, full_name, email, external_id }) => ({
    value: id,
    label: `${full_name}, ${email ?? external_id}`,
  }));
  const isMissing = known !== undefined && !found.some((each) => each.value === known.id);
  const choosable = found.filter((each) => each.value !== except);
  const items = isMissing ? [{ value: known.id, label: known.name }, ...choosable] : choosable;
  return (
    <SearchSelect
      label={label ?? t('person')}
      {...(description !== undefined && { description })}
      {...(clearLabel !== undefined && { clearLabel })}
      isNameHidden={filter !== undefined}
      {...(filter !== undefined && { placeholder: filter })}
      choices={[{ items }]}
      // The server has already filtered them.
      isFiltered
      nothing={people.isPending ? t('loading') : t('noOneMatches')}
      error={people.isError && t('failedToLoadPeople')}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
    />
  );
}
