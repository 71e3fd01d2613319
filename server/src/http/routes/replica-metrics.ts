import { Counter, Gauge, type Registry } from 'prom-client';
import type { Replicas } from '../../database/replicas/replicas.ts';

/** Registers the metrics of an installation with replicas. */
export function registerReplicaMetrics(registry: Registry, replicas: Replicas): void {
  const labelNames = ['replica'] as const;
  const lag: Gauge<'replica'> = new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How long a replica takes to show what was written; the last known value where it is away',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, lag: milliseconds } of replicas.states) lag.set({ replica: name }, milliseconds / 1000);
    },
  });
  const used: Gauge<'replica'> = new Gauge({
    name: 'database_replica_used',
    help: '1 if reads go to a replica, 0 if it is away or too far behind',
    labelNames,
    registers: [registry],
    collect() {
      for (const { name, reason } of replicas.states) used.set({ replica: name }, reason === undefined ? 1 : 0);
    },
  });
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
