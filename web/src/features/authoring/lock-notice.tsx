import { Alert, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail, SectionLock } from '@training/shared/modules';
import { Time } from '../../ui/time.tsx';

interface LockNoticeProps {
  module: ModuleDetail;
  lock: SectionLock;
}

/** Why a section takes no edits, by whom and since when (specification 3.5). It comes and goes as the section does. */
export function LockNotice({ module, lock }: LockNoticeProps) {
  const { title, words } = reasonOf(module, lock.section);
  return (
    <Alert color="blue" icon={<IconLock aria-hidden />} title={title} mb="md">
      <Text component="div">
        {words} {lock.by !== null && <>By {lock.by}, </>}
        {lock.by === null ? 'Since ' : ''}
        <Time at={lock.since} />
        {lock.round > 0 && `, round ${lock.round}`}.
      </Text>
    </Alert>
  );
}

function reasonOf(module: ModuleDetail, section: SectionKind): { title: string; words: string } {
  if (module.status === 'archived') return { title: 'Archived', words: 'Nothing of an archived module can change.' };
  if (module.workflow === null) {
    return { title: 'Published', words: 'This is what learners see. Revise the module to change it.' };
  }
  if (module[section].state === 'approved') {
    return { title: 'Approved', words: 'A reviewer has approved it as it stands here; it stays as it is.' };
  }
  return { title: 'Locked for review', words: 'Nobody can change it until a reviewer decides.' };
}
