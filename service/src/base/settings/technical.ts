import { headDestinations } from '../audit/head-destinations.ts'
import { address, databaseUrl, httpUrl, networks, oneOf, outsideUrl, secret, text, whole } from './parsers.ts'
import type { Setting } from './setting.ts'

// Settings of the processes, for operators. Each row names its meaning and when an operator changes it.

export const processSettings = {
  SPECIE_ENV: {
    read: oneOf('uat', 'production'),
    default: 'uat',
    what: '`uat` or `production`; a database belongs to one of them permanently',
    why: 'The service works with real money.',
  },
  SPECIE_ROLE: {
    read: oneOf('api', 'worker', 'both'),
    default: 'both',
    what: '`api` answers requests and opens no keys, `worker` runs jobs (and answers probes), `both` does both',
    why: 'The processes that clients reach must have no signing keys.',
  },
  PORT: {
    read: whole(0, 65_535),
    default: '8080',
    what: 'the port that it listens on; 0 takes any that is free',
    why: 'Another program has the port, or several instances run on one machine.',
  },
  HOST: {
    read: address,
    default: '127.0.0.1',
    what: 'the IP address that it listens on',
    why: 'Clients or a load balancer call from another machine.',
  },
  SPECIE_DATA: {
    read: text,
    default: '.specie',
    what: 'the folder of one instance: database, logs, demo key; in UAT also chains, counterparts and keystore',
    why: 'A second instance runs on the same machine, or the data belongs on another disk.',
  },
  WEB_FOLDER: {
    read: text,
    shown: '`web/dist/latest`',
    what: 'the built pages; `npm start` builds them, elsewhere `npm run web` does. Without them the service runs and its pages say what to run',
    why: 'The pages are built elsewhere, for example in an image.',
  },
} satisfies Record<string, Setting>

export const databaseSettings = {
  DATABASE_URL: {
    read: databaseUrl,
    shown: 'the included PostgreSQL',
    what: 'a PostgreSQL of your own, with the login of the service ([two logins](#two-logins)); of several servers, separated by commas (`postgres://a,b/specie?target_session_attrs=read-write`), the primary is used',
    why: 'Production needs a server with a standby and backups.',
  },
  DATABASE_OWNER_URL: {
    read: databaseUrl,
    what: 'the same database with the login that owns it, for migrations; only `specie migrate` needs it',
    why: 'A new version is installed.',
  },
  DATABASE_POOL: {
    read: whole(2, 1_000),
    default: '10',
    what: 'connections of one process, plus two: one for locks and, in a worker, one for wake-ups; one without work closes after ten minutes',
    why: 'The database allows fewer connections, or requests wait for one.',
  },
  DATABASE_PATIENCE: {
    read: whole(1, 100),
    default: '1',
    what: 'multiplies the [time limits of database sessions](#stopping-crashing-failing-over)',
    why: 'The machine of the database is slow or shared, and calls end with 503.',
  },
} satisfies Record<string, Setting>

export const httpSettings = {
  TRUSTED_PROXIES: {
    read: networks,
    what: 'addresses or networks whose `X-Forwarded-For` is trusted; the start warns if `PORTAL_ORIGIN` is set without it',
    why: 'A load balancer is in front: without it all clients share one address and its limits.',
  },
  CONNECTIONS_PER_ADDRESS: {
    read: whole(1, 1_000_000),
    default: '1000',
    what: 'connections from one address, and requests of one address that are in progress ([limits](#limits))',
    why: 'A client has more keys behind one address than the default allows.',
  },
  PUBLIC_PER_SECOND: {
    read: whole(1, 1_000_000),
    default: '20',
    what: 'public calls per address; the same limit applies to the OpenAPI documents, and to paths that do not exist. Pages and what they load are not limited',
    why: 'Many people or programs behind one address ask for prices, and get 429.',
  },
  JSON_BODIES: {
    read: oneOf('on', 'off'),
    default: 'off',
    what: '`on`: calls that take a form also accept JSON with string values',
    why: 'A client cannot send forms.',
  },
  OPS_PORT: {
    read: whole(0, 65_535),
    what: 'a separate port for `/metrics`, on `HOST`, and for `/healthz` and `/readyz`, which `PORT` answers too; 0 takes any free port. Without it all three are on `PORT`',
    why: 'Probes and metrics come over a network that clients do not reach.',
  },
} satisfies Record<string, Setting>

export const watchSettings = {
  LOG_LEVEL: {
    read: oneOf('trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'),
    default: 'info',
    what: '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`',
    why: 'The logs cost too much, or you search for a fault.',
  },
  METRICS_TOKEN: {
    read: secret,
    what: 'the bearer token for `/metrics`, from every machine; without it only this machine has access ([details](#this-machine))',
    why: 'Metrics are collected from another machine.',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    read: outsideUrl,
    what: 'an OpenTelemetry collector (OTLP over HTTP)',
    why: 'Traces of requests are collected.',
  },
  AUDIT_HEADS: {
    read: headDestinations,
    shown: 'UAT: `SPECIE_DATA/audit-heads.jsonl`',
    what: 'where signed heads of the audit chain are shipped: files, HTTP, syslog ([audit.md](audit.md#signed-heads))',
    why: 'An owner of the database must not be able to cut off the end of the audit chain unseen.',
  },
  AUDIT_HEADS_TOKEN: {
    read: secret,
    what: 'the bearer token for destinations of `AUDIT_HEADS` that are reached over HTTP',
    why: 'Such a destination requires a token.',
  },
} satisfies Record<string, Setting>

export const uatSettings = {
  SANDBOX: {
    read: oneOf('on', 'off'),
    default: { uat: 'on', production: 'off' },
    shown: '`on`',
    uatOnly: true,
    what: '`off` removes `/sandbox/v1`',
    why: 'A rehearsal runs without the levers of UAT.',
  },
  SANDBOX_TOKEN: {
    read: secret,
    uatOnly: true,
    what: 'the bearer token for `/sandbox/v1`, from every machine; without it only this machine has access ([details](#this-machine)). The pages send none: with it their sandbox and explorer are closed',
    why: 'Integrators call the sandbox from their own machines.',
  },
  SETTLEMENT_SPEED: {
    read: whole(1, 100_000),
    default: { uat: '60', production: '1' },
    shown: '`60`',
    uatOnly: true,
    what: 'how much faster than wall time settlement time runs',
    why: 'A rehearsal runs in real time (`1`), or a test waits for settlement.',
  },
  DESK_FUNDING: {
    read: oneOf('on', 'off'),
    default: 'off',
    shown: '`on` with `npm start`',
    uatOnly: true,
    what: 'on the first start desk and venues are funded by wires, mints and deposits',
    why: 'An instance begins with empty books (`off`).',
  },
  DEVNET_URL: {
    read: httpUrl,
    shown: 'the included chains',
    uatOnly: true,
    what: 'all chains of UAT at one address; `RPC_<CODE>` names other nodes of one of them',
    why: 'Several processes share the chains of UAT.',
  },
  DEVNET_TOKEN: {
    read: secret,
    shown: 'made by `npm start`',
    uatOnly: true,
    what: 'the bearer token that the chains of UAT require for their levers',
    why: '`DEVNET_URL` names chains that require one.',
  },
} satisfies Record<string, Setting>
