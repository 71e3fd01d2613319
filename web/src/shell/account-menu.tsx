import { Avatar, Button, NativeSelect, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
import { isSharedDevice } from '../lib/shared-device.ts';
import { toDisplayableProblem } from '../lib/api/problem.ts';
import { roleNameOf } from '../lib/roles.ts';
import { useWorkspaceSession } from '../lib/workspace.ts';
import { HeaderPanel } from '../ui/dialogs/header-panel.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import classes from './shell.module.css';
import { useSignOut } from './use-sign-out.ts';
import { trpc } from '../lib/api/trpc.ts';
import { changeLanguage, language, CONSOLE_LANGUAGES, nativeLanguageNameOf } from '../lib/i18n/language.ts';
import { translatorOf } from '../lib/i18n/translator.ts';
import { joinWithDots } from '../lib/i18n/in-words.ts';

const t = translatorOf('frame');

/** The user's name and role, and the sign-out button. A dialog, because a menu may contain only menu items. */
export function AccountMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const { user, session } = useWorkspaceSession();
  const leaving = useSignOut(session.email);
  return (
    <HeaderPanel
      label={t('accountOf', { name: user.full_name })}
      opener={(props) => (
        <UnstyledButton className={classes.account} {...props}>
          <Avatar size={32} color="indigo" variant="filled" name={user.full_name} aria-hidden />
          <VisuallyHidden>{t('accountOf', { name: user.full_name })}</VisuallyHidden>
        </UnstyledButton>
      )}
    >
      {(close) => (
        <Stack gap="xs" align="flex-start">
          <div>
            <Text fw={600}>{user.full_name}</Text>
            <Text size="xs" c="dimmed" className={classes.breakable}>
              {session.email}
            </Text>
            <Text size="xs" c="dimmed">
              {joinWithDots([roleNameOf(user.role), user.department])}
            </Text>
          </div>
          {CONSOLE_LANGUAGES.length > 1 && !isSharedDevice && <LanguageChoice />}
          <LinkButton
            to="/$workspace/account"
            size="xs"
            variant="subtle"
            leftSection={<IconSettings size={16} aria-hidden />}
            onClick={close}
          >
            {t('accountAndPasskeys')}
          </LinkButton>
          {leaving.error !== null && (
            <Text size="xs" role="alert">
              {toDisplayableProblem(leaving.error).detail}
            </Text>
          )}
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconKeyboard size={16} aria-hidden />}
            onClick={() => {
              close();
              onShortcuts();
            }}
          >
            {t('keyboardShortcuts')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconLogout size={16} aria-hidden />}
            loading={leaving.isPending}
            onClick={() => leaving.mutate()}
          >
            {t('signOut')}
          </Button>
        </Stack>
      )}
    </HeaderPanel>
  );
}

/** Chooses the language of the console, and of what the person is sent. Loads the page in it. */
function LanguageChoice() {
  const choose = trpc.users.chooseLanguage.useMutation({
    onSuccess: (_, { language: chosen }) => changeLanguage(chosen),
  });
  return (
    <NativeSelect
      size="xs"
      label={t('language')}
      value={language}
      data={CONSOLE_LANGUAGES.map((code) => ({ value: code, label: nativeLanguageNameOf(code) }))}
      error={choose.error !== null && toDisplayableProblem(choose.error).detail}
      onChange={({ currentTarget }) => choose.mutate({ language: currentTarget.value })}
    />
  );
}
