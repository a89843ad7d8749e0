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
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers })
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers })
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
    connectionsEnded: counter(
      'specie_http_connections_ended_total',
      'Connections ended by a limit: replaced by a newer one of their address, or refused.',
      'why',
    ),
    errors: counter('specie_http_errors_total', 'Error answers by their code.', 'code'),
    refusedValues: counter(
      'specie_refused_values_total',
      'Values that passed every check and that the database refused (SQLSTATE class 22). A check is missing.',
      'route',
      'sqlstate',
    ),
    ready: gauge('specie_ready', '1 when the last probe found that a write commits and the clocks agree.'),
    skew: gauge('specie_database_clock_skew_seconds', 'How far the clock of the database is ahead of ours.'),
    chainTrouble: gauge(
      'specie_chain_trouble',
      '1 while a chain cannot be read, or its nodes disagree; by chain and by affected function.',
      'chain',
      'part',
    ),
    doubtedRates: gauge(
      'specie_reference_rate_doubted',
      '1 while a published reference rate is not accepted.',
      'symbol',
    ),
    listAge: gauge('specie_list_age_seconds', 'Time since a sanctions list was last known to be the newest.', 'list'),
    oldLists: gauge(
      'specie_list_too_old',
      '1 while screening does not decide, because this sanctions list is too old or was never loaded.',
      'list',
    ),
    refusedLists: counter(
      'specie_list_refusals_total',
      'Versions of sanctions lists that were not activated: unreadable, of another format, empty, or more than 5 % shorter.',
      'list',
      'reason',
    ),
    putAside: counter(
      'specie_put_aside_total',
      'Payouts and operations that were not ordered or signed, because their request has no valid mark of the service.',
      'what',
    ),
    offlinePairs: gauge(
      'specie_pair_offline',
      '1 while a pair takes no orders because of its switch, its reference rate or a limit.',
      'symbol',
    ),
    leftOutQuotes: counter(
      'specie_venue_quotes_left_out_total',
      'Times that a venue was excluded from a pair, because its prices are too far from the others or cross them.',
      'venue',
      'symbol',
    ),
    auditHeadsShipped: counter(
      'specie_audit_heads_shipped_total',
      'Signed heads of the audit chain that a destination accepted.',
      'destination',
    ),
    auditHeadFailures: counter(
      'specie_audit_head_failures_total',
      'Times that a destination refused heads of the audit chain, or held later ones than the chain has.',
      'destination',
    ),
    auditForked: gauge(
      'specie_audit_forked',
      '1 while a destination holds heads of another audit chain than this one. Nothing is shipped to it.',
      'destination',
    ),
    auditUnsealed: gauge('specie_audit_unsealed_seconds', 'Age of the oldest row version that is not sealed yet.'),
    oldestTransaction: gauge(
      'specie_oldest_transaction_seconds',
      'How long this process has observed the oldest open writing transaction, of any login and any database of the server.',
    ),
    catalogChanged: gauge(
      'specie_catalog_changed',
      '1 while a table, function, trigger or right of the database differs from the files of this version.',
    ),
    batches: new Histogram({
      name: 'specie_batch_size',
      help: 'How many callers shared one commit.',
      labelNames: ['of'] as const,
      buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
      registers,
    }),
  }
}
