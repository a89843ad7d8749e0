import { systemClock } from '@specie/service/base/clock.ts'
import { checkAllOf } from '@specie/service/check.ts'
import { checkChains } from '@specie/service/chains/check.ts'
import { openSigner } from '@specie/service/chains/keys/signer.ts'
import { type CheckRow, formatCheck, type Since } from '@specie/service/ledger/check.ts'
import { envOf } from './bank.ts'
import { withChains } from './chains.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'

export const checkLedger: Command = {
  takes: '[--full] [--json] [--audit-key HEX]',
  does: 'verify books, rows, seals, bank and chains; exit code 1 on a break, 3 when a chain is not reachable',
  options: { full: { type: 'boolean' }, json: { type: 'boolean' }, 'audit-key': { type: 'string' } },
  run: (_args, { full, json, 'audit-key': key }) =>
    withDatabase(async (db) => {
      const env = envOf(db)
      const auditKey = key === undefined ? await ownKey(env.config) : readKey(key as string)
      const asked = { full: full === true, at: env.clock.now(), progress, anchor: { auditKey } }
      const { rows: inside, since } = await checkAllOf(db, asked)
      progress('the chains')
      const rows = [...inside, ...(await withChains(db, (chains, away) => checkChains({ db, chains }, away)))]
      progress('')
      console.log(json === true ? JSON.stringify({ since: covered(since), rows }) : shown(rows, since))
      return exitCode(rows)
    }),
}

/** A break counts more than something that could not be looked at. */
function exitCode(rows: readonly CheckRow[]): number {
  if (rows.some(({ ok, unreachable }) => !ok && !unreachable)) return 1
  return rows.every(({ ok }) => ok) ? 0 : 3
}

/** On a terminal the last line says what is being looked at. */
function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${what.slice(0, (process.stderr.columns || 80) - 1)}`)
}

const shown = (rows: readonly CheckRow[], since: Since): string => `${formatCheck(rows)}\nLooked at ${covered(since)}.`

const covered = ({ full, journals }: Since): string =>
  full ? 'everything' : `what has come since journal ${journals}; \`specie check --full\` looks at everything`

/** The key that our own settings hold, if they hold one: a database cannot make up another. */
async function ownKey(config: Parameters<typeof openSigner>[0]): Promise<Uint8Array | null> {
  if (config.keystore === null && config.kms === null) return null
  const signer = await openSigner(config, { now: systemClock.now, log: () => {} })
  return signer === null ? null : signer.publicKey('audit', 'ed25519')
}

function readKey(text: string): Uint8Array {
  if (!/^[0-9a-f]{64}$/.test(text)) throw new CommandError('An audit key is 64 hexadecimal digits.')
  return Buffer.from(text, 'hex')
}
