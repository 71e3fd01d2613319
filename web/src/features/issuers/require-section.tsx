import { Button, Group, Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { SingleSignOnSettings } from '@training/shared/issuers/issuers';
import { httpProblemOfError } from '../../lib/api/http-error.ts';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { requestSingleSignOnUrl } from '../../lib/auth.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { Section } from '../../ui/pages/section.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';

const t = translatorOf('issuers');

/** Requires single sign-on of people of the verified domains (rules/sign-in 35). */
export function RequireSingleSignOnSection({
  settings: { on, require_single_sign_on: isRequired },
}: {
  settings: SingleSignOnSettings;
}) {
  const mayWrite = usePermissionReach('workspace:write') !== undefined;
  const { workspace } = useWorkspaceSession();
  const { issuers } = trpc.useUtils();
  const change = trpc.issuers.require.useMutation({
    onSuccess: (after) => issuers.read.setData(undefined, after),
  });
  const signingIn = useMutation({
    mutationFn: () => requestSingleSignOnUrl(`/${workspace.slug}/settings/sign-in`, workspace.slug),
    onSuccess: (url) => location.assign(url),
  });
  return (
    <Section title={t('requireTitle')}>
      <Switch
        label={t('require')}
        description={t('aboutRequire')}
        disabled={!mayWrite || change.isPending}
        checked={isRequired}
        onChange={({ currentTarget }) => change.mutate({ require_single_sign_on: currentTarget.checked })}
      />
      {change.error !== null && (
        <FailedState what={t('failedToRequire')} problem={toDisplayableProblem(change.error)} />
      )}
      {signingIn.error !== null && (
        <FailedState what={t('failedToTry')} problem={httpProblemOfError(signingIn.error)} />
      )}
      {mayWrite && on !== null && !isRequired && (
        <Group mt="md">
          <Button variant="default" loading={signingIn.isPending} onClick={() => signingIn.mutate()}>
            {t('signInWithIt')}
          </Button>
          <TextLink to="/$workspace/account">{t('yourPasskeys')}</TextLink>
        </Group>
      )}
    </Section>
  );
}
