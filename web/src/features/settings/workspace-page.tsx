import { Button, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { UpdateWorkspace, type WorkspaceSettings } from '@training/shared/workspaces/workspaces';
import { trpc } from '../../lib/api/trpc.ts';
import { CONSOLE_LANGUAGES, languageNameOf } from '../../lib/i18n/language.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { SearchSelect } from '../../ui/popups/search-select.tsx';
import { ReminderAndEscalationFields } from './escalation-fields.tsx';
import { RetentionFields } from './retention-fields.tsx';
import { SharedDevicesSection } from './shared-devices.tsx';
import { RequireSuperAdminPasskeysSetting } from './require-passkeys.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('settings');

/** The workspace's name and time zone. */
export function WorkspaceSettingsPage() {
  const settings = trpc.workspace.get.useQuery();
  return (
    <>
      <PageHeader title={t('place.workspace')} description={t('workspaceDescription')} />
      <PageState query={settings} what={t('theSettings')}>
        {(saved) => (
          <Stack gap="xl">
            <SettingsForm saved={saved} />
            <SharedDevicesSection />
            <RequireSuperAdminPasskeysSetting saved={saved} />
          </Stack>
        )}
      </PageState>
    </>
  );
}

function SettingsForm({ saved }: { saved: WorkspaceSettings }) {
  const readOnly = usePermissionReach('workspace:write') === undefined;
  const { refreshSession } = useWorkspaceSession();
  const utils = trpc.useUtils();
  const update = trpc.workspace.update.useMutation();
  const { name, time_zone, language, people_without_email, managers_may_excuse } = saved;
  const { pin_sign_in, shared_devices } = saved;
  const { due_soon_days, manager_told_days, next_manager_told_days, scim_brake_percent } = saved;
  const people = { people_without_email, managers_may_excuse, pin_sign_in, shared_devices };
  const days = { due_soon_days, manager_told_days, next_manager_told_days };
  const { session_days, recordings_kept_days, transcripts_kept_days, addresses_kept_days } = saved;
  const retention = { session_days, recordings_kept_days, transcripts_kept_days, addresses_kept_days };
  const given = { name, time_zone, language, ...people, ...days, scim_brake_percent, ...retention };
  const { form, problem, onSubmit, storedInput } = useContractForm(UpdateWorkspace, given, ['workspace']);
  const zone = form.getInputProps('time_zone');
  const send = async (input: UpdateWorkspace) => {
    await update.mutateAsync(input);
    notify(t('workspaceWasSaved'));
    void utils.workspace.get.invalidate();
    void utils.sharedDevices.invalidate();
    // The name appears in the menu and in every page title.
    refreshSession();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack maw={480}>
        <RestoredNotice storedInput={storedInput} />
        <TextInput
          label={t('name')}
          description={t('addressDoesntChange')}
          autoComplete="off"
          readOnly={readOnly}
          {...form.getInputProps('name')}
        />
        <SearchSelect
          label={t('timeZone')}
          description={t('dueDatesFollowIt')}
          choices={timeZones(time_zone)}
          isRequired
          nothing={t('noSuchTimeZone')}
          readOnly={readOnly}
          error={zone.error}
          value={zone.value}
          onChange={zone.onChange}
        />
        {CONSOLE_LANGUAGES.length > 1 && (
          <NativeSelect
            label={t('language')}
            description={t('languageOfWorkspace')}
            disabled={readOnly}
            data={CONSOLE_LANGUAGES.map((code) => ({ value: code, label: languageNameOf(code) }))}
            {...form.getInputProps('language')}
          />
        )}
        <Switch
          label={t('peopleWithoutEmail')}
          description={t('peopleWithoutEmailExplained')}
          disabled={readOnly}
          {...form.getInputProps('people_without_email', { type: 'checkbox' })}
        />
        <Switch
          label={t('managersMayExcuse')}
          description={t('managersMayExcuseExplained')}
          disabled={readOnly}
          {...form.getInputProps('managers_may_excuse', { type: 'checkbox' })}
        />
        <Switch
          label={t('pinSignIn')}
          description={t('pinSignInExplained')}
          disabled={readOnly}
          {...form.getInputProps('pin_sign_in', { type: 'checkbox' })}
        />
        <Switch
          label={t('sharedDevices')}
          description={t('sharedDevicesExplained')}
          disabled={readOnly}
          {...form.getInputProps('shared_devices', { type: 'checkbox' })}
        />
        <ReminderAndEscalationFields form={form} readOnly={readOnly} />
        <NumberField
          label={t('scimBrake')}
          description={t('scimBrakeExplained')}
          min={1}
          max={100}
          readOnly={readOnly}
          {...form.getInputProps('scim_brake_percent')}
        />
        <RetentionFields form={form} readOnly={readOnly} />
        {problem !== null && <FailedState what={t('failedToSaveWorkspace')} problem={problem} />}
        {!readOnly && (
          <Group>
            <Button type="submit" loading={form.submitting}>
              {t('save')}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

/** Returns the browser's time zones, with UTC, which it omits, and the current one. */
function timeZones(current: string) {
  const names = [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].sort();
  return [{ items: names.map((name) => ({ value: name, label: name })) }];
}
