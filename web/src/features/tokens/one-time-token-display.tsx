import { Alert, Button, Code, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ApiToken, CreatedToken } from '@training/shared/tokens/tokens';
import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { TokenScopeBadges, isLastUseRefused } from './token-table.tsx';
import classes from './tokens.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('tokens');

interface TokenOnceProps {
  created: CreatedToken;
  /** The token that it replaces, which still works. */
  replaced: ApiToken | null;
  lastUsed: ApiToken['last_used'];
  onDone: () => void;
}

/** The token's value with instructions. The server can't show it again. */
export function OneTimeTokenDisplay({ created, replaced, lastUsed, onDone }: TokenOnceProps) {
  const curl = `curl -H "Authorization: Bearer ${created.token}" ${location.origin}/api/token`;
  return (
    <Stack>
      <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title={t('copyNowWontSee')}>
        {t('anyoneTokenDoWhat')}
      </Alert>
      <TokenScopeBadges scopes={created.scopes} />
      <Value label={t('token')} copyLabel={t('copyToken')} value={created.token} isFirst />
      <Value label={t('tryTerminal')} copyLabel={t('copyCommand')} value={curl} />
      <FirstCall lastUsed={lastUsed} />
      {replaced !== null && <Text>{t('revokeOnceUsed', { name: replaced.name })}</Text>}
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('done')}</Button>
      </Group>
    </Stack>
  );
}

/** Shows and announces the token's first use. */
function FirstCall({ lastUsed }: Pick<TokenOnceProps, 'lastUsed'>) {
  const call = {
    operation: lastUsed?.operation ?? t('used'),
    b: (text: ReactNode) => <strong>{text}</strong>,
    at: () => lastUsed !== null && <TimeAgo at={lastUsed.at} />,
  };
  return (
    <output className={classes.firstCall}>
      {lastUsed === null ? (
        <>
          <Loader size={16} color="gray" aria-hidden />
          <Text>{t('waitingFirstCall')}</Text>
        </>
      ) : (
        <>
          {!isLastUseRefused(lastUsed) ? (
            <IconCircleCheck size={18} aria-hidden className={classes.came} />
          ) : (
            <IconAlertTriangle size={18} aria-hidden className={classes.refused} />
          )}
          <Text>
            {isLastUseRefused(lastUsed)
              ? t.nodes('firstCallRefused', { ...call, status: String(lastUsed.status) })
              : t.nodes('firstCall', call)}
          </Text>
        </>
      )}
    </output>
  );
}

interface ValueProps {
  label: string;
  copyLabel: string;
  value: string;
  /** True if it has the initial focus. */
  isFirst?: boolean;
}

function Value({ label, copyLabel, value, isFirst }: ValueProps) {
  return (
    <Stack component="fieldset" className={classes.plainFieldset} gap={4} aria-label={label}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <CopyButton value={value} label={copyLabel} hasInitialFocus={isFirst} />
      </Group>
      <Code block className={classes.secret}>
        {value}
      </Code>
    </Stack>
  );
}
