import { checkAllOf } from '@specie/service/checks/check.ts'
import { checkChains } from '@specie/service/checks/on-chain.ts'
import { type CheckRow, formatCheck, isBroken, type CheckRange } from '@specie/service/checks/rule.ts'
import { checkOutside } from '@specie/service/checks/outside.ts'
import { withProvider } from '../uat-provider.ts'
import type { Run } from './run.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'
import { keptHeads } from './heads.ts'
import { withChains } from './with-chains.ts'

export const checkLedger: Run = (_args, { full, json, 'audit-key': key }) =>
  withDatabase(async (db) => {
    const env = envOf(db)
    const { heads, bad, key: auditKey } = await keptHeads(env.config, undefined, key as string | undefined)
    const anchor = { auditKey, traceKey: env.config.traceKey, heads, bad }
    const request = { full: full === true, at: env.clock.now(), progress, anchor }
    const { rows: inside, since } = await checkAllOf(db, request)
    progress('the chains and the provider')
    const outside = await withChains(db, (chains, away, devnetUrl) =>
      withProvider(env.config, devnetUrl, async (provider) => [
        ...(await checkChains({ db, chains }, away)),
        ...(await checkOutside({ db, chains, provider }, away)),
      ]),
    )
    const rows = [...inside, ...outside]
    progress('')
    console.log(json === true ? JSON.stringify({ since: covered(since), rows }) : shown(rows, since))
    return exitCode(rows)
  })

/** A break has precedence, then an unreachable system, then a debt. */
function exitCode(rows: readonly CheckRow[]): number {
  if (rows.some(isBroken)) return 1
  if (rows.some(({ unreachable }) => unreachable)) return 3
  return rows.every(({ ok }) => ok) ? 0 : 5
}

/** On a terminal the last line names the current check. */
function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what.slice(0, (process.stderr.columns || 80) - 1)}`)
}

const shown = (rows: readonly CheckRow[], since: CheckRange): string =>
  `${formatCheck(rows)}\nChecked ${covered(since)}.`

const covered = ({ full, journals }: CheckRange): string =>
  full ? 'everything' : `everything since journal ${journals}; \`specie check --full\` checks all of it`
