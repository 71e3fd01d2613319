import { Text } from '@mantine/core';
import { IconFileDiff } from '@tabler/icons-react';
import { topics } from '@training/shared/live';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useLiveQuery } from '../../lib/api/live-query.ts';
import { counted } from '../../lib/numbers.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Note } from '../../ui/note.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** Warns if documents no longer contain quotes of the published version (rules/drives 8). Updates live. */
export function SourceNotice({ module: { id, course } }: { module: ModuleDetail }) {
  const { workspace } = useWorkspace();
  const drift = useLiveQuery(trpc.sourceDrift.ofModule.useQuery({ module_id: id }), { topic: topics.module(id) });
  const items = drift.data?.items ?? [];
  if (items.length === 0) return null;
  const cards = items.filter(({ section }) => section === 'flashcards').length;
  const parts = [
    ...(cards > 0 ? [counted(cards, 'card')] : []),
    ...(cards < items.length ? [counted(items.length - cards, 'question')] : []),
  ];
  return (
    <Note color="yellow" icon={<IconFileDiff aria-hidden />} title="The source has changed" mb="md">
      <Text component="div">
        {parts.join(' and ')} of the published version {items.length === 1 ? 'quotes a passage' : 'quote passages'} that{' '}
        {items.length === 1 ? 'is' : 'are'} no longer in the document.{' '}
        <TextLink
          to="/$workspace/courses/$course/$module/source"
          params={{ workspace: workspace.slug, course: course.id, module: id }}
          underline="always"
          c="inherit"
        >
          Compare old and new
        </TextLink>
      </Text>
    </Note>
  );
}
