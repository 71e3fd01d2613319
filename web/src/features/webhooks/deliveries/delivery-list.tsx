import { Badge } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { WebhookDelivery } from '@training/shared/webhooks/webhooks';
import { useState } from 'react';
import { Time, TimeUntil } from '../../../ui/time.tsx';
import { answerInWords } from '../webhook-words.ts';
import classes from './deliveries.module.css';
import { DeliveryDetails } from './delivery-details.tsx';
import { DELIVERY_STATES } from './delivery-words.ts';

interface DeliveryListProps {
  endpointId: string;
  deliveries: WebhookDelivery[];
  mayReplay: boolean;
}

/** One line per delivery, which expands to its attempts and payload. */
export function DeliveryList({ endpointId, deliveries, mayReplay }: DeliveryListProps) {
  return (
    <ul className={classes.list} aria-label="Deliveries">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.event_id} endpointId={endpointId} delivery={delivery} mayReplay={mayReplay} />
      ))}
    </ul>
  );
}

interface DeliveryProps extends Omit<DeliveryListProps, 'deliveries'> {
  delivery: WebhookDelivery;
}

function Delivery({ delivery, ...details }: DeliveryProps) {
  const { type, at, state, replayed, last_attempt, due_at } = delivery;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={classes.delivery}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.line}>
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          <span className={classes.state}>
            <Badge {...DELIVERY_STATES[state].badge} />
          </span>
          <span className={classes.type}>
            {type}
            {replayed && <span className={classes.note}>replayed</span>}
          </span>
          <span className={classes.outcome}>
            {last_attempt !== null && answerInWords(last_attempt)}
            {state === 'retrying' && due_at !== null && (
              <>
                , again <TimeUntil at={due_at} />
              </>
            )}
          </span>
          <span className={classes.time}>
            <Time at={at} />
          </span>
        </summary>
        {isOpen && <DeliveryDetails delivery={delivery} {...details} />}
      </details>
    </li>
  );
}
