import { Fragment } from 'react';
import { Named } from './named.tsx';
import { partsOf, type DescribedEvent } from './sentence-parts.ts';

interface SentenceProps {
  event: DescribedEvent;
  /** The course of the module that it was done to. */
  courseId?: string | null;
  /** True if links would be indistinguishable from their surroundings. */
  isPlain?: boolean;
}

/** The sentence of an event. Names are links, unless it is plain. */
export function Sentence({ event, courseId = null, isPlain = false }: SentenceProps) {
  return partsOf(event).map((part, index) => (
    // A fixed sentence.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {typeof part === 'string' ? (
        part
      ) : isPlain ? (
        <bdi>{part.name}</bdi>
      ) : (
        <Named thing={{ ...part, courseId }} isStrong={part !== event.actor} />
      )}
    </Fragment>
  ));
}
