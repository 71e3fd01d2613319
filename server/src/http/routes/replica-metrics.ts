import { Counter, type Registry } from 'prom-client';
import type { Replicas } from '../../database/replicas/replicas.ts';
import { registerGauge } from './register-gauge.ts';

/** Registers the metrics of an installation with replicas. */
export function registerReplicaMetrics(registry: Registry, replicas: Replicas): void {
  const byReplica = (value: (state: Replicas['states'][number]) => number) =>
    Object.fromEntries(replicas.states.map((state) => [state.name, value(state)]));
  const lagHelp = 'How long a replica takes to show what was written; the last known value where it is away';
  registerGauge(registry, 'database_replica_lag_seconds', lagHelp, 'replica', () => byReplica(({ lag }) => lag / 1000));
  const usedHelp = '1 if reads go to a replica, 0 if it is away or too far behind';
  registerGauge(registry, 'database_replica_used', usedHelp, 'replica', () =>
    byReplica(({ reason }) => (reason === undefined ? 1 : 0)),
  );
  const reads: Counter<'answered_by'> = new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads that may go to a replica, by what answered them',
    labelNames: ['answered_by'] as const,
    registers: [registry],
    collect() {
      reads.reset();
      reads.inc({ answered_by: 'replica' }, replicas.answered.replica);
      reads.inc({ answered_by: 'primary' }, replicas.answered.primary);
    },
  });
}
