import { List, Text } from '@mantine/core';
import { trpc } from '../../../lib/api/trpc.ts';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { Time } from '../../../ui/time.tsx';
import { Sentence } from '../../events/sentence.tsx';

/** The recent audit log of a person: actions by them and on them. */
export function Activity({ of }: { of: string }) {
  const activity = trpc.users.activity.useQuery({ id: of });
  return (
    <Section title="Activity" description="The last 30 days of the audit log.">
      <PageState query={activity} what="the activity">
        {(events) =>
          events.length === 0 ? (
            <Text c="dimmed">No activity in the last 30 days.</Text>
          ) : (
            <List listStyleType="none" spacing={6} size="sm">
              {events.map((event) => (
                <List.Item key={event.id}>
                  <Sentence event={event} />{' '}
                  <Text span c="dimmed" size="sm">
                    <Time at={event.at} />
                  </Text>
                </List.Item>
              ))}
            </List>
          )
        }
      </PageState>
    </Section>
  );
}
