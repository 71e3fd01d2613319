import type { Config } from '../../core/config.ts';
import { openReplicasForCheck } from '../../database/database.ts';
import { type Finding, createNoteFinding, createOkFinding } from './finding.ts';

const TOPIC = 'replicas';

/** Checks each replica once, as a server does several times a second. Returns no findings without replicas. */
export async function examineReplicas({ databaseUrl, replicas: settings }: Config): Promise<Finding[]> {
  if (databaseUrl === undefined || settings.urls.length === 0) return [];
  const replicas = openReplicasForCheck(databaseUrl, settings);
  try {
    await replicas.checked;
    return replicas.states.map(({ name, reason, lag }) => {
      const facts = { replica: name, used: reason === undefined, lag_ms: Math.round(lag) };
      if (reason === undefined) return createOkFinding(TOPIC, `${name} is used`, facts);
      const remedy = 'the primary answers its reads meanwhile; see docs/operate/replicas.md';
      return createNoteFinding(TOPIC, `${name} is not used: ${reason}`, remedy, { ...facts, reason });
    });
  } finally {
    await replicas.close();
  }
}
