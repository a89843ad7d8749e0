import { fiatCodes } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { systemCall } from '@specie/protocol/console/system.ts'
import { lastFileAt } from '../../banking/file/list-for-staff.ts'
import type { Env } from '../../base/env.ts'
import { measureSkew } from '../../base/observability/clock-skew.ts'
import type { Readiness } from '../../base/observability/readiness.ts'
import { systemFacts } from '../../base/database/system.ts'
import { version } from '../../base/version.ts'
import { jobsOf } from './jobs.ts'
import { listOverview } from '../../compliance/list/overview.ts'
import { lastRead } from '../../chains/list-for-staff.ts'
import { unreliableChains } from '../../chains/trouble/reliable.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { lastStatementAt } from '../../rails/reconcile.ts'

type Outside = PeopleResponse<typeof systemCall>['outside']

export function systemRoutes(routes: PeopleRoutes, ready: Readiness): void {
  routes.mount(systemCall, async (env) => {
    const [problem, facts, skew, outside] = await Promise.all([
      ready(),
      systemFacts(env.db),
      measureSkew(env),
      outsideOf(env),
    ])
    return {
      environment: env.config.environment,
      ready: problem === null,
      problem,
      version,
      schema: { migration: facts.migration.name, at: facts.migration.at.toISOString() },
      database: facts.database,
      clock: {
        now: env.clock.now().toISOString(),
        settlement: env.clock.settlement().toISOString(),
        database_ahead_ms: Math.round(skew),
      },
      jobs: jobsOf(env, facts),
      processes: facts.processes.map(({ address, connections, busy, since }) => ({
        address,
        connections: Number(connections),
        busy: Number(busy),
        since: since.toISOString(),
      })),
      intents: facts.intents.map(({ effect, state, count, oldest }) => ({
        effect,
        state,
        count: Number(count),
        oldest: oldest.toISOString(),
      })),
      outside,
    }
  })
}

type ListState = Awaited<ReturnType<typeof listOverview>>[number]['state']

function listProblem(state: ListState, failure: string | null): string | null {
  if (state === 'missing') return `It was never loaded, so nothing is screened. ${failure ?? ''}`.trim()
  if (state === 'old') return `It is too old, so nothing is screened. ${failure ?? ''}`.trim()
  return failure
}

/** Chains have the same status as for clients; bank and provider that of their last message. */
async function outsideOf(env: Env): Promise<Outside> {
  const [unreliable, read, file, statements, lists] = await Promise.all([
    unreliableChains(env, env.db),
    lastRead(env.db),
    lastFileAt(env.db),
    lastStatementAt(env.db),
    listOverview(env),
  ])
  const part = (name: string, problem: string | null, seen: Date | null | undefined): Outside[number] => ({
    name,
    ok: problem === null,
    problem,
    seen_at: seen?.toISOString() ?? null,
  })
  const none = (what: unknown): string | null => (what === null ? 'None is set up in this process.' : null)
  const codes = Object.keys(chains) as ChainCode[]
  return [
    ...codes
      .filter((code) => env.chains.has(code) || read.has(code))
      .map((code) => part(`chain ${code}`, unreliable.get(code)?.notice ?? null, read.get(code))),
    part('bank', none(env.bank), file),
    ...lists.map(({ list, state, failure, checked_at }) =>
      part(`list ${list}`, listProblem(state, failure), checked_at === null ? null : new Date(checked_at)),
    ),
    ...fiatCodes.map((code) => part(`provider ${code}`, none(env.provider), statements[code])),
  ]
}
