import { readFile } from 'node:fs/promises'
import { BankFileError } from '@specie/payments/bankfile.ts'
import { importFile, type ImportReport } from '@specie/service/banking/import.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Db } from '@specie/service/base/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { randomIds } from '@specie/service/base/ids.ts'
import { createLog } from '@specie/service/base/log.ts'
import { createMetrics } from '@specie/service/base/metrics.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'

export const bankImport: Command = {
  takes: 'FILE',
  does: 'take in a camt.053, camt.054 or MT940 by hand; exit code 1 when it is refused',
  run: async ([path]) => {
    if (path === undefined) throw new CommandError('Which file? For example: specie bank import statement.xml')
    const bytes = await readFile(path).catch((error: Error) => {
      throw new CommandError(`${path} cannot be read: ${error.message}.`)
    })
    const report = await withDatabase((db) => importFile(envOf(db), bytes)).catch((error: unknown) => {
      throw error instanceof BankFileError ? new CommandError(`${path} is refused. ${error.message}.`) : error
    })
    console.log(shown(report))
    return 0
  },
}

/** Enough of a service to import. Wires go on when the service next looks at them, within seconds. */
function envOf(db: Db): Env {
  return {
    db,
    clock: systemClock,
    ids: randomIds,
    log: createLog('fatal'),
    config: readConfig(),
    metrics: createMetrics(),
    jobs: { wake: async () => {} },
    bank: null,
  }
}

function shown({ outcome, messages, cases }: ImportReport): string {
  if (outcome === 'repeated') return 'This file was imported before: nothing to do.'
  const told = messages.map(
    ({ kind, account, sequence, entries }) => `${kind} ${sequence} of ${account}: ${entries} entries`,
  )
  const open = cases.map(({ kind, detail }) => `case ${kind}: ${JSON.stringify(detail)}`)
  return [...(told.length > 0 ? told : ['Nothing in it was new.']), ...open].join('\n')
}
