import { TextInput } from '@mantine/core';
import type { Question } from '@training/shared/courses/courses';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { useId, useState } from 'react';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';

const t = translatorOf('modules');

interface TopicFieldProps {
  draft: SectionDraft<Question>;
  /** The question's name within a sentence: "question 3". */
  about: string;
  question: Question;
  onChange: (question: Question) => void;
}

/** The topic of a question, with those of the others to choose from. */
export function TopicField({ draft, about, question, onChange }: TopicFieldProps) {
  const { topic: stored = '' } = question;
  // With the space at its end that is being typed.
  const [typed, setTyped] = useState(stored);
  const list = useId();
  const [topics, setTopics] = useState<string[]>([]);
  const change = (value: string) => {
    const topic = value.trim();
    setTyped(value);
    if (topic === stored) return;
    const { topic: _, ...rest } = question;
    onChange(topic === '' ? rest : { ...rest, topic });
  };
  return (
    <>
      <TextInput
        size="xs"
        label={t('topic')}
        aria-label={t('topicOf', { about })}
        autoComplete="off"
        maxLength={CONTENT_LIMITS.topic}
        list={list}
        value={typed.trim() === stored ? typed : stored}
        onFocus={() => setTopics([...new Set(draft.read().items.flatMap(({ topic }) => topic ?? []))].toSorted())}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <datalist id={list}>
        {topics.map((topic) => (
          <option key={topic}>{topic}</option>
        ))}
      </datalist>
    </>
  );
}
