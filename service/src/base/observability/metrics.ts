import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'

export type Metrics = ReturnType<typeof createMetrics>

/**
 * Resources of the process itself: memory, processor time, garbage collection, delays of the event loop. Its timers
 * never end, so only a program's `main` calls it, not each `Env`: in tests they took 8 % of a worker's time.
 */
export const collectProcessMetrics = ({ registry }: Metrics): void => collectDefaultMetrics({ register: registry })

/** One registry per process; each metric is defined here once. */
export function createMetrics() {
  const registry = new Registry()
  const registers = [registry]
  /** A plain counter, read when metrics are collected: setting a gauge twice per request took 1 % of its time. */
  const underWay = { requests: 0 }
  return {
    registry,
    underWay,
    requests: new Histogram({
      name: 'specie_http_request_seconds',
      help: 'Time from the first byte of a request to the end of its answer.',
      labelNames: ['route', 'method', 'status'] as const,
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers,
    }),
    inFlight: new Gauge({
      name: 'specie_http_in_flight',
      help: 'Requests in progress: completely read, and not answered.',
      registers,
      collect() {
        this.set(underWay.requests)
      },
    }),
    connectionsEnded: new Counter({
      name: 'specie_http_connections_ended_total',
      help: 'Connections ended by a limit: replaced by a newer one of their address, or refused.',
      labelNames: ['why'] as const,
      registers,
    }),
    errors: new Counter({
      name: 'specie_http_errors_total',
      help: 'Error answers by their code.',
      labelNames: ['code'] as const,
      registers,
    }),
    refusedValues: new Counter({
      name: 'specie_refused_values_total',
      help: 'Values that passed every check and that the database refused (SQLSTATE class 22): a check is missing.',
      labelNames: ['route', 'sqlstate'] as const,
      registers,
    }),
    ready: new Gauge({
      name: 'specie_ready',
      help: '1 when the last probe found that a write commits and the clocks agree.',
      registers,
    }),
    skew: new Gauge({
      name: 'specie_database_clock_skew_seconds',
      help: 'How far the clock of the database is ahead of ours.',
      registers,
    }),
    chainTrouble: new Gauge({
      name: 'specie_chain_trouble',
      help: '1 while a chain cannot be read, or its nodes disagree; by chain and by affected function.',
      labelNames: ['chain', 'part'] as const,
      registers,
    }),
    doubtedRates: new Gauge({
      name: 'specie_reference_rate_doubted',
      help: '1 while a published reference rate is not accepted.',
      labelNames: ['symbol'] as const,
      registers,
    }),
    putAside: new Counter({
      name: 'specie_put_aside_total',
      help: 'Payouts and operations that were not ordered or signed, because their request has no valid mark of the service.',
      labelNames: ['what'] as const,
      registers,
    }),
    offlinePairs: new Gauge({
      name: 'specie_pair_offline',
      help: '1 while a pair takes no orders because of its switch, its reference rate or a limit.',
      labelNames: ['symbol'] as const,
      registers,
    }),
    leftOutQuotes: new Counter({
      name: 'specie_venue_quotes_left_out_total',
      help: 'Times that a venue was excluded from a pair, because its prices are too far from the others or cross them.',
      labelNames: ['venue', 'symbol'] as const,
      registers,
    }),
    auditHeadsShipped: new Counter({
      name: 'specie_audit_heads_shipped_total',
      help: 'Signed heads of the audit chain that a destination accepted.',
      labelNames: ['destination'] as const,
      registers,
    }),
    auditHeadFailures: new Counter({
      name: 'specie_audit_head_failures_total',
      help: 'Times that a destination refused heads of the audit chain, or held later ones than the chain has.',
      labelNames: ['destination'] as const,
      registers,
    }),
    auditForked: new Gauge({
      name: 'specie_audit_forked',
      help: '1 while a destination holds heads of another audit chain than this one: nothing is shipped to it.',
      labelNames: ['destination'] as const,
      registers,
    }),
    auditUnsealed: new Gauge({
      name: 'specie_audit_unsealed_seconds',
      help: 'Age of the oldest row version that is not sealed yet.',
      registers,
    }),
    oldestTransaction: new Gauge({
      name: 'specie_oldest_transaction_seconds',
      help: 'How long this process has observed the oldest open writing transaction, of any login and any database of the server.',
      registers,
    }),
    catalogChanged: new Gauge({
      name: 'specie_catalog_changed',
      help: '1 while a table, function, trigger or right of the database differs from the files of this version.',
      registers,
    }),
    batches: new Histogram({
      name: 'specie_batch_size',
      help: 'How many callers shared one commit.',
      labelNames: ['of'] as const,
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
      registers,
    }),
  }
}
