import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { EvidencePackScope } from '@training/shared/evidence';
import { useState } from 'react';
import { useWorkspace } from '../../lib/workspace.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PersonChoice } from '../users/person-choice.tsx';
import { ModuleChoice } from './evidence-choices.tsx';

const ABOUT = [
  { value: 'workspace', label: 'Everything' },
  { value: 'module', label: 'A module' },
  { value: 'person', label: 'A person' },
];

/** What proves completions, as one ZIP for whoever examines them. */
export function EvidencePack() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => setOpen(true)}>
        Evidence pack
      </Button>
      <FormDialog opened={isOpen} onClose={close} title="Evidence pack">
        <ChoosePack onClose={close} />
      </FormDialog>
    </>
  );
}

function ChoosePack({ onClose }: { onClose: () => void }) {
  const { workspace } = useWorkspace();
  const [about, setAbout] = useState('workspace');
  const [chosen, setChosen] = useState<string | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const isMissing = about !== 'workspace' && chosen === null;
  const scope = EvidencePackScope.safeParse({
    ...(about === 'module' && chosen !== null && { module_id: chosen }),
    ...(about === 'person' && chosen !== null && { user_id: chosen }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
  });
  const wrong = scope.success ? undefined : scope.error.issues.find(({ path }) => path[0] === 'to')?.message;
  const query = scope.success && !isMissing ? new URLSearchParams(scope.data) : null;
  return (
    <Stack>
      <Text size="sm">
        A ZIP with the certificate and the evidence of each completion, tables of completions and approvals, and the
        audit log as a chain. Whoever gets it can check it without this service; how is told in it.
      </Text>
      <SegmentedControl
        aria-label="What it is about"
        data={ABOUT}
        value={about}
        onChange={(next) => {
          setAbout(next);
          setChosen(null);
        }}
      />
      {about === 'module' && <ModuleChoice value={chosen} onChange={setChosen} />}
      {about === 'person' && <PersonChoice value={chosen} onChange={setChosen} />}
      <Group grow align="flex-start">
        <TextInput
          label="Completed from"
          type="date"
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
        />
        <TextInput
          label="Completed to"
          type="date"
          value={to}
          error={wrong}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
      </Group>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {query === null ? (
          <Button disabled>Download</Button>
        ) : (
          <Button component="a" href={`/api/workspaces/${workspace.slug}/evidence-pack?${query}`} onClick={onClose}>
            Download
          </Button>
        )}
      </Group>
    </Stack>
  );
}
