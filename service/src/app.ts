import { accountRoutes, keyRoute } from './api/account.ts'
import { metricsRoute, probeRoutes } from './api/operations.ts'
import { listAssets, publicRoutes, serviceStatus } from './api/public.ts'
import { railRoutes } from './api/rails.ts'
import { type Routes, routes, type SignedRoutes } from './api/serve.ts'
import { supplyRoutes } from './api/supply.ts'
import { tradingRoutes } from './api/trading.ts'
import { transferRoutes } from './api/transfers.ts'
import { travelRuleRoutes } from './api/travel-rule.ts'
import { BadSetting } from './base/config.ts'
import type { Env } from './base/env.ts'
import { httpShell, type App } from './base/http/shell.ts'
import { type Readiness, readinessOf } from './base/observability/readiness.ts'
import { watchSkew } from './base/observability/clock-skew.ts'
import { productRoutesForPeople } from './portal/product-routes.ts'
import { movementRoutes } from './portal/movements.ts'
import { agreementRoutes } from './portal/agreements.ts'
import { auditRoutes } from './console/operations/audit.ts'
import { institutionRoutes } from './console/institution/institutions.ts'
import { institutionPeopleRoutes } from './console/institution/people.ts'
import { bankRoutes } from './console/operations/bank.ts'
import { chainRoutes } from './console/operations/chains.ts'
import { switchRoutes } from './console/operations/switches.ts'
import { depositRoutes } from './console/operations/deposits.ts'
import { exchangeRoutes } from './console/compliance/exchanges.ts'
import { holdCaseRoutes } from './console/compliance/hold-case.ts'
import { partyRoutes } from './console/compliance/parties.ts'
import { staffHoldRoutes } from './console/compliance/holds.ts'
import { ledgerRoutes } from './console/operations/ledger.ts'
import { operationRoutes } from './console/operations/operation.ts'
import { listRoutes } from './console/compliance/lists.ts'
import { caseRoutes } from './console/compliance/cases.ts'
import { ruleRoutes } from './console/compliance/rules.ts'
import { queueRoutes } from './console/operations/queue.ts'
import { searchRoutes } from './console/search.ts'
import { kybRoutes } from './console/institution/kyb.ts'
import { staffRailRoutes } from './console/operations/rails.ts'
import { staffRoutes } from './console/staff.ts'
import { staffTradingRoutes } from './console/operations/trading.ts'
import { systemRoutes } from './console/operations/system.ts'
import { treasuryRoutes } from './console/operations/treasury.ts'
import { reportRoutes } from './console/reports/routes.ts'
import { changeRoutes } from './web-api/changes.ts'
import { changeWatch } from './web-api/changes/watch.ts'
import { type EventWatch, eventWatch } from './access/events/watch.ts'
import { companyRoutes } from './portal/company.ts'
import { consoleApprovalRoutes } from './console/approvals.ts'
import { portalApprovalRoutes } from './portal/approvals.ts'
import { factorRoutes } from './web-api/factors.ts'
import { keyRoutes } from './portal/keys.ts'
import { memberRoutes } from './portal/members.ts'
import { ladderRoute } from './portal/ladder.ts'
import { overviewRoute } from './portal/overview.ts'
import { ownSupplyRoutes } from './portal/supply.ts'
import { peopleReference } from './portal/reference.ts'
import { publicPeopleRoutes } from './portal/public.ts'
import { portalSearchRoutes } from './portal/search.ts'
import { peopleRoutes } from './web-api/routes.ts'
import { secondPersonRoutes } from './portal/second-person.ts'
import { sessionRoutes } from './web-api/session.ts'
import { staffAgreementRoutes } from './console/institution/agreements.ts'
import { staffKeyRoutes } from './console/institution/api-keys.ts'
import { tokenRoutes } from './web-api/tokens.ts'
import { consoleAddressRoutes } from './console/institution/addresses.ts'
import { staffBankAccountRoutes } from './console/institution/bank-accounts.ts'
import { listensAt } from './compliance/travel-rule/own-address.ts'
import { addressRoutes } from './portal/addresses.ts'
import { bankAccountRoutes } from './portal/bank-accounts.ts'
import { docsRoutes } from './pages/docs.ts'
import { reservesHistory } from './issuance/reserves-history.ts'
import { reservesOf } from './issuance/reserves.ts'
import { pageRoutes } from './pages/routes.ts'
import type { Levers } from './sandbox/advance.ts'
import { faultHooks } from './sandbox/faults.ts'
import { sandboxRoutes } from './sandbox/routes.ts'

export type Service = {
  /** Its base address. Every path of the contract is relative to it. */
  base: string
  /** The separate listener of probes and metrics, if any. */
  ops: string | null
  /** Accepts no new connections and finishes accepted requests. */
  stop(): Promise<void>
}

/** The service on one listening socket; a worker answers probes alone. */
export async function serve(env: Env, levers: Levers | null): Promise<Service> {
  let draining = false
  const app = httpShell(env)
  // A kept-alive connection would delay the end until its client closes it.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (draining) reply.header('connection', 'close')
    done()
  })
  const skew = await watchSkew(env)
  const ready = readinessOf(env, skew)
  probeRoutes(app, ready, () => draining)
  const api = env.config.role === 'worker' ? null : mountApi(app, env, levers, ready)
  const ops = env.config.opsPort === null ? null : httpShell(env)
  if (ops) probeRoutes(ops, ready, () => draining)
  metricsRoute(ops ?? app, env)
  if (ops) await listenForOps(ops, env)
  await app.listen({ host: env.config.host, port: env.config.port })
  listensAt(env, originOf(app.server.address()))
  return {
    base: `${originOf(app.server.address())}/api/v1/`,
    ops: ops && originOf(ops.server.address()),
    stop: async () => {
      draining = true
      skew.stop()
      await app.close()
      await api?.drained()
      // A later probe sees the end of its connection.
      ops?.server.closeAllConnections()
      await ops?.close()
    },
  }
}

async function listenForOps(ops: App, { config: { host, opsPort } }: Env): Promise<void> {
  await ops.listen({ host, port: opsPort! }).catch((error: Error & { code?: string }) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new BadSetting(
      `OPS_PORT ${opsPort} is taken by another program. Choose another one, or 0 for any that is free.`,
    )
  })
}

function mountApi(app: App, env: Env, levers: Levers | null, ready: Readiness): SignedRoutes {
  if (levers !== null) faultHooks(app, env)
  const api = routes(app, env)
  publicRoutes(api)
  const watch = eventWatch(env, env.config.longPollsPerKey)
  // Waiting event calls are answered before the connections are awaited.
  app.addHook('preClose', async () => watch.close())
  keyRoute(api)
  mountProducts(api, watch)
  travelRuleRoutes(app, env)
  docsRoutes(app, env)
  sandboxRoutes(app, env, levers)
  if (env.config.environment === 'uat' || env.config.portalOrigin !== null) mountPeople(app, env, watch, ready)
  pageRoutes(app, env, { getReserves: reservesOf, getAssets: listAssets, getStatus: serviceStatus, reservesHistory })
  return api
}

/** The endpoints that keys call with a signature, and people in the portal. */
function mountProducts(to: Routes, watch: EventWatch): void {
  accountRoutes(to, watch)
  tradingRoutes(to)
  transferRoutes(to)
  supplyRoutes(to)
  railRoutes(to)
}

/**
 * Portal and console. In production they need PORTAL_ORIGIN. Without it a call from another site could not be distinguished.
 */
function mountPeople(app: App, env: Env, watch: EventWatch, ready: Readiness): void {
  const people = peopleRoutes(app, env)
  mountProducts(productRoutesForPeople(people, env), watch)
  overviewRoute(people)
  ownSupplyRoutes(people)
  movementRoutes(people)
  ladderRoute(people)
  sessionRoutes(people)
  const changes = changeWatch(env, env.config.longPollsPerKey)
  app.addHook('preClose', async () => changes.close())
  changeRoutes(people, changes)
  factorRoutes(people)
  tokenRoutes(people)
  memberRoutes(people)
  staffRoutes(people)
  keyRoutes(people)
  agreementRoutes(people)
  secondPersonRoutes(people)
  staffKeyRoutes(people)
  staffAgreementRoutes(people)
  auditRoutes(people)
  companyRoutes(people)
  addressRoutes(people)
  bankAccountRoutes(people)
  consoleAddressRoutes(people)
  staffBankAccountRoutes(people)
  institutionRoutes(people)
  institutionPeopleRoutes(people)
  kybRoutes(people)
  staffHoldRoutes(people)
  partyRoutes(people)
  exchangeRoutes(people)
  holdCaseRoutes(people)
  bankRoutes(people)
  depositRoutes(people)
  staffRailRoutes(people)
  staffTradingRoutes(people)
  chainRoutes(people)
  switchRoutes(people)
  portalApprovalRoutes(people)
  consoleApprovalRoutes(people)
  queueRoutes(people)
  ledgerRoutes(people)
  searchRoutes(people)
  operationRoutes(people)
  portalSearchRoutes(people)
  treasuryRoutes(people)
  reportRoutes(people)
  systemRoutes(people, ready)
  listRoutes(people)
  caseRoutes(people)
  ruleRoutes(people)
  publicPeopleRoutes(people)
  peopleReference(app, env)
}

function originOf(address: ReturnType<import('node:http').Server['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('the service has no listening port')
  const anywhere = ['0.0.0.0', '::'].includes(address.address)
  const host = anywhere ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}
