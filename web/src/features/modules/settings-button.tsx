import type { ModuleDetail } from '@training/shared/courses/modules';
import { useState } from 'react';
import { ExplainedButton } from '../../ui/explained-button.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { isLocked } from './standing.ts';
import { useRefusal } from './use-refusal.ts';

const SettingsDialog = lazyDialog(async () => (await import('./settings-dialog.tsx')).SettingsDialog, {
  opened: false,
});

export function SettingsButton({ module }: { module: ModuleDetail }) {
  const [opened, setOpened] = useState(false);
  const why = useRefusal(module)({ kind: 'edit_settings' })?.why ?? null;
  return (
    <>
      <ExplainedButton variant="default" why={why} isSaid={isLocked(module)} onClick={() => setOpened(true)}>
        Settings
      </ExplainedButton>
      <SettingsDialog module={module} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
