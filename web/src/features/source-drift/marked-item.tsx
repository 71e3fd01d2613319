import { Button, Group, Text } from '@mantine/core';
import type { DriveFileState } from '@training/shared/drives/drives';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { MarkedItem as Marked } from '@training/shared/source-drift/source-drift';
import { useState } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { anchorOf } from '../items/item-anchor.ts';
import { ConfirmSourceDialog } from './confirm-source-dialog.tsx';
import { OldAndNew } from './old-and-new.tsx';

const WORDS = {
  flashcards: { Item: 'Card', open: 'Open the card' },
  quiz: { Item: 'Question', open: 'Open the question' },
} as const;

const GONE: Partial<Record<DriveFileState, string>> = {
  trashed: 'The document is in the drive’s bin.',
  out_of_scope: 'The document is no longer in a connected folder.',
  unreadable: 'The document can’t be read any more.',
};

interface MarkedItemProps {
  module: ModuleDetail;
  item: Marked;
  mayConfirm: boolean;
}

/** A card or question with its quote, and the text now in the document. */
export function MarkedItem({ module, item, mayConfirm }: MarkedItemProps) {
  const { workspace } = useWorkspace();
  const [isConfirming, setConfirming] = useState(false);
  const { section, item_id, place, title, document, gone, old, now } = item;
  const { Item, open } = WORDS[section];
  const name = `${Item} ${place}`;
  return (
    <Section
      title={name}
      description={<span dir="auto">{title}</span>}
      actions={
        <Group gap="sm">
          <TextLink
            to="/$workspace/courses/$course/$module"
            params={{ workspace: workspace.slug, course: module.course.id, module: module.id }}
            hash={anchorOf(item_id)}
            aria-label={`${open} ${place}`}
          >
            {open}
          </TextLink>
          {mayConfirm && (
            <Button variant="default" aria-label={`${name} is still right`} onClick={() => setConfirming(true)}>
              Still right
            </Button>
          )}
        </Group>
      }
    >
      <Text size="sm" c="dimmed" component="div">
        <DocumentLink document={document} /> · changed <Time at={item.changed_at} />
      </Text>
      <OldAndNew
        old={old}
        now={now}
        instead={
          gone
            ? (GONE[document.state] ?? 'The document is no longer in the drive.')
            : 'Nothing like it is left in the document.'
        }
      />
      <ConfirmSourceDialog
        moduleId={module.id}
        items={[item]}
        title={`Is ${name.toLowerCase()} still right?`}
        opened={isConfirming}
        onClose={() => setConfirming(false)}
      />
    </Section>
  );
}

function DocumentLink({ document: { name, url } }: { document: Marked['document'] }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <bdi>{name}</bdi>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{name}</bdi>, opens a new tab
    </a>
  );
}
