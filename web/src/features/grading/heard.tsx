import { Text } from '@mantine/core';
import type { AnswerToGrade } from '@training/shared/grading';
import classes from './grading.module.css';

/** What a learner said or typed: the recording, what was heard, and what they made of it. */
export function Heard({ answer: { typed, recording, transcript } }: { answer: AnswerToGrade }) {
  return (
    <div>
      {recording !== null && (
        // Its transcript stands below it.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio className={classes.recording} controls preload="none" src={recording.url} aria-label="Recording" />
      )}
      {typed !== null && <Quote title="Typed">{typed}</Quote>}
      {transcript !== null && transcript.corrected !== null && (
        <Quote title="As its speaker corrected it">{transcript.corrected}</Quote>
      )}
      {transcript !== null && (
        <Quote title="As it was heard">{transcript.text === '' ? 'Nothing was heard.' : transcript.text}</Quote>
      )}
    </div>
  );
}

function Quote({ title, children }: { title: string; children: string }) {
  return (
    <figure className={classes.quote}>
      <Text component="figcaption" size="xs" c="dimmed">
        {title}
      </Text>
      <blockquote dir="auto">{children}</blockquote>
    </figure>
  );
}
