import { Text } from '@mantine/core';
import type { ProviderKey } from '@training/shared/provider-keys/provider-keys';
import type { ReactNode } from 'react';
import { Time } from '../../ui/time.tsx';
import { type Models, meaningOf, targetInWords } from './key-words.ts';
import classes from './provider-keys.module.css';

/** The details of an own key. The key itself never leaves the server. */
export function KeyFacts({ own, models }: { own: ProviderKey; models: Models }) {
  const { created_at, created_by, rotated_at, rotated_by, last_verified_at, last_used_at } = own;
  return (
    <dl className={classes.facts}>
      <Fact name="Runs on">{targetInWords(own, models)}</Fact>
      <Fact name="Own key since" isWide>
        <Time at={created_at} />
        {created_by !== null && ` by ${created_by}`}
        {rotated_at !== null && (
          <>
            , rotated <Time at={rotated_at} />
            {rotated_by !== null && ` by ${rotated_by}`}
          </>
        )}
      </Fact>
      <Fact name="Last verified">
        {last_verified_at === null ? <None>Never</None> : <Time at={last_verified_at} />}
      </Fact>
      <Fact name="Last used">{last_used_at === null ? <None>Not yet</None> : <Time at={last_used_at} />}</Fact>
      <Fact name="Last error">
        <LastError own={own} />
      </Fact>
    </dl>
  );
}

function LastError({ own: { last_error, failing_since } }: { own: ProviderKey }) {
  const at = last_error?.at ?? failing_since;
  if (at === null) return <None>None</None>;
  return (
    <>
      {meaningOf(last_error?.outcome).label}, <Time at={at} />
    </>
  );
}

function Fact({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={isWide || undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function None({ children }: { children: string }) {
  return (
    <Text span c="dimmed">
      {children}
    </Text>
  );
}
