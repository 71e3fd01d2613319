import { Alert, Button, Group, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail, GeneratedItemsProposal } from '@training/shared/courses/modules';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface ProposalsProps {
  module: ModuleDetail;
  kind: SectionKind;
  isOpen: boolean;
}

/**
 * Generated items that couldn't be added because the section was locked or full. They can be added later or discarded.
 */
export function UnaddedGeneratedItems({ module, kind, isOpen }: ProposalsProps) {
  return module.proposals
    .filter(({ section }) => section === kind)
    .map((proposal) => <Proposal key={proposal.id} moduleId={module.id} proposal={proposal} isOpen={isOpen} />);
}

function Proposal({
  moduleId,
  proposal,
  isOpen,
}: {
  moduleId: string;
  proposal: GeneratedItemsProposal;
  isOpen: boolean;
}) {
  const { modules } = trpc.useUtils();
  const settled = { onSettled: () => modules.get.invalidate({ id: moduleId }) };
  const take = trpc.modules.takeProposal.useMutation(settled);
  const dismiss = trpc.modules.dismissProposal.useMutation(settled);
  const { id, section, items, created_at } = proposal;
  const error = take.error ?? dismiss.error;
  return (
    <Alert
      color="violet"
      icon={<IconSparkles aria-hidden />}
      title={t(`proposal.${section}`, { count: items })}
      mb="md"
    >
      <Text component="div" mb="xs">
        {t.nodes(isOpen ? 'proposalMade' : 'proposalMadeWhileClosed', { at: () => <TimeAgo at={created_at} /> })}
      </Text>
      {error !== null && (
        <FailedState
          what={take.error === null ? t('failedToDismissProposal') : t('failedToAddProposal')}
          problem={toDisplayableProblem(error)}
        />
      )}
      <Group gap="xs" mt="xs">
        {isOpen && (
          <Button size="xs" loading={take.isPending} onClick={() => take.mutate({ id })}>
            {t(`addProposal.${section}`, { count: items })}
          </Button>
        )}
        <Button size="xs" variant="default" loading={dismiss.isPending} onClick={() => dismiss.mutate({ id })}>
          {t('dismissProposal')}
        </Button>
      </Group>
    </Alert>
  );
}
