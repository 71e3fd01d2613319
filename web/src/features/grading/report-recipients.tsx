import { List, Text } from '@mantine/core';
import type { AnswerCall, AnswerRecipient } from '@training/shared/grading/grading-report';
import { PROVIDERS, type Provider } from '@training/shared/provider-keys/provider-keys';
import { trpc } from '../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { modelLabel } from '../provider-keys/key-words.ts';

/** The data that each call has (rules/grading 14). */
const CALLS: Record<AnswerCall, { label: string; gets: string }> = {
  transcription: {
    label: 'Transcribes',
    gets: 'The recording, its language if it was chosen, and rare words of the question. Not the criteria.',
  },
  grading: {
    label: 'Grades',
    gets: 'The question, its criteria, the words of the answer and its language. Not the recording.',
  },
  second_look: {
    label: 'Looks again',
    gets: 'Criteria that were met, the quoted words and the sentences around them.',
  },
};

/** The wish about storing that requests carry, or who knows of it. */
const ASKED: Record<Provider, string> = {
  anthropic: 'Its terms say what it stores.',
  google: 'Its terms say what it stores.',
  openai: 'Each request asks not to store the answer.',
  azure_openai: 'Each request asks not to store the answer.',
  openai_compatible: 'Whoever runs the endpoint knows what it stores.',
  deepgram: 'Each request asks neither to store recordings nor to train with them.',
};

const ADDRESSES: Record<AnswerRecipient['address'], string> = {
  provider: '',
  resource: 'A resource at Azure, whose name is not shown to you',
  endpoint: 'An endpoint of the workspace, whose address is not shown to you',
  operator: 'An address that the operator of this installation has set',
};

/** The providers that get data at present, and which data each gets. */
export function Recipients({ recipients }: { recipients: AnswerRecipient[] }) {
  const models = trpc.providerKeys.list.useQuery().data?.models;
  const columns: Column<AnswerRecipient>[] = [
    {
      key: 'provider',
      header: 'Recipient',
      cell: ({ provider, model, own }) => (
        <>
          {PROVIDERS[provider].label}
          <Text size="xs" fw={400} c="dimmed">
            {modelLabel(models, provider, model)}, {own ? 'own key' : 'key of the installation'}
          </Text>
        </>
      ),
    },
    { key: 'call', header: 'Does', cell: ({ call }) => CALLS[call].label },
    { key: 'gets', header: 'Gets', cell: ({ call }) => CALLS[call].gets },
    { key: 'address', header: 'At', cell: ({ host, address }) => host ?? ADDRESSES[address] },
    { key: 'asked', header: 'Storing', cell: ({ provider }) => ASKED[provider] },
  ];
  return (
    <Section title="Which data goes where">
      {recipients.length === 0 ? (
        <Text>Nowhere at present: no provider key is set, and trainers grade all answers.</Text>
      ) : (
        <DataTable label="Recipients of data" columns={columns} rows={recipients} rowKey={({ call }) => call} />
      )}
      <List size="sm" mt="sm">
        <List.Item>
          No request has the name, e-mail address, id or department of a learner, or the name of the workspace. What
          people say about themselves in an answer is sent with it.
        </List.Item>
        <List.Item>
          In which region a provider works is a matter of its contract, the Azure resource or the endpoint.
        </List.Item>
      </List>
    </Section>
  );
}
