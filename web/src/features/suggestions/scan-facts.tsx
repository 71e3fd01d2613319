import { Alert, Title } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import type { SuggestionDetail } from '@training/shared/suggestions/suggestions';
import classes from './suggestions.module.css';

/** The scan result of a drive's document, or a note that no model has read it. Renders nothing for other sources. */
export function ScanFacts({ scan }: { scan: SuggestionDetail['scan'] }) {
  if (scan === null) return null;
  if (!scan.by_ai) {
    return (
      <Alert color="gray" my="md" title="Not read by AI">
        The workspace has no provider key for generation, so the document is suggested as it is. A super admin can add
        one under Settings.
      </Alert>
    );
  }
  const { summary, changes, passages } = scan;
  return (
    <Alert color="blue" icon={<IconSparkles aria-hidden />} my="md" title="AI summary">
      <div className={classes.scan} dir="auto">
        {summary !== null && <p>{summary}</p>}
        {changes !== null && (
          <>
            <Title order={2} size="sm">
              What has changed
            </Title>
            <p>{changes}</p>
          </>
        )}
        {passages.length > 0 && (
          <>
            <Title order={2} size="sm">
              What it teaches
            </Title>
            <ul>
              {passages.map(({ text, quote }) => (
                <li key={text}>
                  {text} <q>{quote}</q>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Alert>
  );
}
