import { Button, Group, Text } from '@mantine/core';
import type { DriveFileState } from '@training/shared/drives/drives';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { MarkedItem as Marked } from '@training/shared/source-drift/source-drift';
import { useState } from 'react';
import { Section } from '../../ui/pages/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { itemElementIdOf } from '../items/item-anchor.ts';
import { ConfirmMarkedItemsDialog } from './confirm-marked-items-dialog.tsx';
import { QuoteComparison } from './quote-comparison.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('source-drift');

interface MarkedItemProps {
  module: ModuleDetail;
  item: Marked;
  mayConfirm: boolean;
}

/** A card or question with its quote, and the text now in the document. */
export function MarkedItemCard({ module, item, mayConfirm }: MarkedItemProps) {
  const [isConfirming, setConfirming] = useState(false);
  const { section, item_id, place, title, document, gone, old, now } = item;
  return (
    <Section
      title={t(`item.${section}`, { place })}
      description={<span dir="auto">{title}</span>}
      actions={
        <Group gap="sm">
          <TextLink
            to="/$workspace/courses/$course/$module"
            params={{ course: module.course.id, module: module.id }}
            hash={itemElementIdOf(item_id)}
            aria-label={t(`openItem.${section}`, { place })}
          >
            {t(`open.${section}`)}
          </TextLink>
          {mayConfirm && (
            <Button
              variant="default"
              aria-label={t(`isStillRight.${section}`, { place })}
              onClick={() => setConfirming(true)}
            >
              {t('stillRight')}
            </Button>
          )}
        </Group>
      }
    >
      <Text size="sm" c="dimmed" component="div">
        {t.nodes('changedAt', {
          document: () => <DocumentLink document={document} />,
          at: () => <TimeAgo at={item.changed_at} />,
        })}
      </Text>
      <QuoteComparison old={old} now={now} instead={gone ? goneInWords(document.state) : t('nothingLikeIt')} />
      <ConfirmMarkedItemsDialog
        moduleId={module.id}
        items={[item]}
        title={t(`confirmQuestion.${section}`, { place })}
        opened={isConfirming}
        onClose={() => setConfirming(false)}
      />
    </Section>
  );
}

function goneInWords(state: DriveFileState): string {
  switch (state) {
    case 'trashed':
      return t('document.trashed');
    case 'out_of_scope':
      return t('document.outOfScope');
    case 'unreadable':
      return t('document.unreadable');
    default:
      return t('document.gone');
  }
}

function DocumentLink({ document: { name, url } }: { document: Marked['document'] }) {
  if (url === null || !/^https?:\/\//i.test(url)) return <bdi>{name}</bdi>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {t.nodes('opensNewTab', { name, document: (text) => <bdi>{text}</bdi> })}
    </a>
  );
}
