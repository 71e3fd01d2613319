/** State of a finding. `wrong` must be fixed; `note` is something the operator should know but may have intended. */
export type FindingState = 'ok' | 'note' | 'wrong';

export type Finding = {
  topic: string;
  state: FindingState;
  /** One line, without final punctuation. */
  says: string;
  remedy?: string;
  /** Same information for programs. */
  facts: Record<string, unknown>;
};

export function createOkFinding(topic: string, says: string, facts: Finding['facts'] = {}): Finding {
  return { topic, state: 'ok', says, facts };
}

export function createNoteFinding(topic: string, says: string, remedy: string, facts: Finding['facts'] = {}): Finding {
  return { topic, state: 'note', says, remedy, facts };
}

export function createWrongFinding(topic: string, says: string, remedy: string, facts: Finding['facts'] = {}): Finding {
  return { topic, state: 'wrong', says, remedy, facts };
}

const SIGNS: Record<FindingState, string> = { ok: 'ok', note: 'note', wrong: 'WRONG' };

/** Column at which the text begins. */
const INDENT = 20;

export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ topic, state, says, remedy }) => [
    `${SIGNS[state].padEnd(7)}${topic.padEnd(INDENT - 7)}${says}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(INDENT)}→ ${remedy}`]),
  ]);
  const bad = findings.filter(({ state }) => state === 'wrong').length;
  const sum = bad === 0 ? 'Nothing is wrong.' : `${bad} ${bad === 1 ? 'thing is' : 'things are'} wrong.`;
  return [...lines, '', sum].join('\n');
}
