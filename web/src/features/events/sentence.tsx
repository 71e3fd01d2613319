import { Fragment } from 'react';
import { Named } from './named.tsx';
import { partsOf, type DescribedEvent } from './sentence-parts.ts';

interface SentenceProps {
  event: DescribedEvent;
  /** The course of the module that it was done to. */
  courseId?: string | null;
}

/** The sentence of an event. Names are links. */
export function Sentence({ event, courseId = null }: SentenceProps) {
  return partsOf(event).map((part, index) => (
    // A fixed sentence.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {typeof part === 'string' ? part : <Named thing={{ ...part, courseId }} isStrong={part !== event.actor} />}
    </Fragment>
  ));
}
