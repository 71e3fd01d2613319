import { Button } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

const PreviewDialog = lazyDialog(async () => (await import('./preview-dialog.tsx')).PreviewDialog, { opened: false });

/** Opens a preview of the saved cards and questions as learners see them. */
export function PreviewButton({ module }: { module: ModuleDetail }) {
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        Preview
      </Button>
      <PreviewDialog module={module} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
