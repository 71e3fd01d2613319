import { Switch, Text } from '@mantine/core';
import type { WorkspaceSettings } from '@training/shared/workspaces/workspaces';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { notify } from '../../ui/notify.ts';
import { Section } from '../../ui/pages/section.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('settings');

/** Requires passkeys of super admins (rules/sign-in 12). */
export function RequireSuperAdminPasskeysSetting({ saved }: { saved: WorkspaceSettings }) {
  const mayWrite = usePermissionReach('workspace:write') !== undefined;
  const utils = trpc.useUtils();
  const change = trpc.workspace.requirePasskeys.useMutation({
    onSuccess: (after) => {
      utils.workspace.get.setData(undefined, after);
      notify(after.require_passkey_for_super_admins ? t('passkeysRequired') : t('passkeysNotRequired'));
    },
  });
  return (
    <Section title={t('superAdminsSignIn')}>
      <Switch
        label={t('requirePasskeys')}
        description={t('aboutRequirePasskeys')}
        disabled={!mayWrite || change.isPending}
        checked={saved.require_passkey_for_super_admins}
        onChange={({ currentTarget }) => change.mutate({ require_passkey_for_super_admins: currentTarget.checked })}
      />
      {change.error !== null && (
        <FailedState what={t('failedToSaveWorkspace')} problem={toDisplayableProblem(change.error)} />
      )}
      <Text size="sm" mt="xs">
        <TextLink to="/$workspace/account">{t('yourPasskeys')}</TextLink>
      </Text>
    </Section>
  );
}
