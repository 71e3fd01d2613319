import { Badge, Code, Text } from '@mantine/core';
import { ChosenType, type WebhookEndpoint } from '@training/shared/webhooks/webhooks';
import { Time } from '../../../ui/time.tsx';
import { inAll, STANDINGS, standingOf } from '../webhook-words.ts';
import classes from '../webhooks.module.css';

/** The details of an endpoint, except its secrets. */
export function WebhookFacts({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { url, types, created_at, created_by, waiting, held, exhausted } = endpoint;
  return (
    <dl className={classes.facts}>
      <dt>State</dt>
      <dd>
        <Badge {...STANDINGS[standingOf(endpoint)]} />
      </dd>
      {url !== null && (
        <>
          <dt>Address</dt>
          <dd>
            <Code>{url}</Code>
          </dd>
        </>
      )}
      <dt>Sends</dt>
      <dd>
        {types.length === ChosenType.options.length ? (
          'All events'
        ) : (
          <span className={classes.chosen}>
            {types.map((type) => (
              <Code key={type}>{type}</Code>
            ))}
          </span>
        )}
      </dd>
      <dt>Added</dt>
      <dd>
        <Time at={created_at} />
        {created_by !== null && ` by ${created_by}`}
      </dd>
      <dt>Deliveries</dt>
      <dd>
        {inAll(waiting)} pending <Between /> {inAll(held)} held <Between /> {inAll(exhausted)} given up
      </dd>
    </dl>
  );
}

function Between() {
  return (
    <Text span c="dimmed" aria-hidden="true">
      ·
    </Text>
  );
}
