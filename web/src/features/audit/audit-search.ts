import {
  dayParameter,
  idParameter,
  createOneOfParameter,
  createSearchParamsValidator,
  textParameter,
  wordParameter,
} from '../../lib/search-params.ts';

function loggedDay(given: unknown): string | undefined {
  const found = dayParameter(given);
  return found !== undefined && found >= '1970-01-02' && found <= '9999-12-30' ? found : undefined;
}

/** The filters of the audit log in the URL. Days are local to the workspace; `to` is inclusive. */
export const AuditSearchParams = createSearchParamsValidator({
  action: wordParameter,
  actor: wordParameter,
  person: idParameter,
  q: textParameter,
  range: createOneOfParameter({ today: true, '7d': true, '30d': true }),
  from: loggedDay,
  to: loggedDay,
});
export type AuditSearchParams = ReturnType<typeof AuditSearchParams>;
