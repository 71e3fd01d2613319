/** An endpoint as the audit log's subject. Never includes the whole URL, which can contain a password. */
export function webhookSubject({ id, description, url }: { id: string; description: string; url: string }) {
  return { kind: 'webhook', id, name: description || new URL(url).host };
}
