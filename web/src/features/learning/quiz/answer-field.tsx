import { Checkbox, Radio, TextInput } from '@mantine/core';
import type { ChoiceOrText, GivenAnswer } from '@training/shared/learning/attempts';
import type { StudiedModule } from '@training/shared/learning/learning';
import { InlineMarkdown } from '../../../ui/texts/markdown.tsx';
import classes from '../learning.module.css';
import { Choice } from './choice.tsx';

interface AnswerFieldProps {
  question: StudiedModule['questions'][number];
  given: GivenAnswer | undefined;
  response: ChoiceOrText | null;
  onChange: (response: ChoiceOrText | null) => void;
}

/** The input of a choice or text question. Once answered, it is read-only with the solution marked. */
export function AnswerField({ question, given, response, onChange }: AnswerFieldProps) {
  const isGiven = given !== undefined;
  const shown = given?.response ?? response;
  switch (question.kind) {
    case 'single_choice': {
      const chosen = shown?.kind === 'single_choice' ? String(shown.choice) : null;
      return (
        <Radio.Group
          value={chosen}
          onChange={(value) => onChange({ kind: 'single_choice', choice: Number(value) })}
          aria-label="Choose one answer"
        >
          <div className={classes.choices}>
            {question.options.map((option, index) => (
              // Options are a fixed list, and two may have the same text.
              // oxlint-disable-next-line react/no-array-index-key
              <Choice key={index} given={given} index={index}>
                <Radio value={String(index)} label={<InlineMarkdown>{option}</InlineMarkdown>} disabled={isGiven} />
              </Choice>
            ))}
          </div>
        </Radio.Group>
      );
    }
    case 'multiple_choice': {
      const chosen = shown?.kind === 'multiple_choice' ? shown.choices : [];
      const choose = (values: string[]) => {
        const choices = values.map(Number).toSorted((one, other) => one - other);
        onChange(choices.length === 0 ? null : { kind: 'multiple_choice', choices });
      };
      return (
        <Checkbox.Group value={chosen.map(String)} onChange={choose} label="Choose all that apply">
          <div className={classes.choices}>
            {question.options.map((option, index) => (
              // As above.
              // oxlint-disable-next-line react/no-array-index-key
              <Choice key={index} given={given} index={index}>
                <Checkbox value={String(index)} label={<InlineMarkdown>{option}</InlineMarkdown>} disabled={isGiven} />
              </Choice>
            ))}
          </div>
        </Checkbox.Group>
      );
    }
    default:
      return (
        <TextInput
          label="Your answer"
          size="md"
          maxLength={2_000}
          autoComplete="off"
          readOnly={isGiven}
          value={shown?.kind === 'short_text' ? shown.text : ''}
          onChange={({ currentTarget: { value } }) =>
            onChange(value.trim() === '' ? null : { kind: 'short_text', text: value })
          }
        />
      );
  }
}
