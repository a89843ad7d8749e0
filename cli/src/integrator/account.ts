import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accountBalance, keyInfo } from '@specie/protocol/endpoints/account.ts'
import { queryEvents } from '@specie/protocol/endpoints/events.ts'
import { statement as statementCall } from '@specie/protocol/endpoints/transfers.ts'
import type { Client } from '@specie/sdk/client.ts'
import { CommandError } from '../errors.ts'
import type { Env } from '../env.ts'
import { details, table } from '../show.ts'
import { overApi } from './over-api.ts'

export const balance = overApi(accountBalance, {
  does: 'show balances',
  more: { asset: { value: 'ASSET', does: 'this one only' } },
  examples: ['', '--asset VCHF', '--json'],
  request: () => ({}),
  show: ({ balances }, { asset }) =>
    table(
      balances.filter((one) => asset === undefined || one.asset === asset),
      ['asset', 'available', 'pending'],
    ),
})

export const key = overApi(keyInfo, {
  does: 'show whose key it is, what it may do and what is left of its limits',
  examples: [''],
  show: details,
})

export const events = overApi(queryEvents, {
  does: 'list what has changed, the oldest first; with --follow go on as it happens',
  more: { follow: { does: 'until it is stopped' } },
  examples: ['', '--follow', '--cursor cyA0NzExIDgwMQ --json'],
  show: ({ events, next_cursor }) =>
    `${table(events, ['at', 'type', 'status', 'id', 'clordid'])}\nGo on with --cursor ${next_cursor}`,
  instead: (env, client, { cursor }, { follow: isFollowed, json }) =>
    isFollowed === true ? follow(env, client, cursor as string | undefined, json === true) : null,
})

async function follow(env: Env, client: Client, after: string | undefined, asJson: boolean): Promise<number> {
  for await (const event of client.follow({ after })) {
    const { at, type, status, id, clordid } = event
    const line = [at, type.padEnd(10), status.padEnd(10), id, clordid ?? ''].join('  ').trimEnd()
    env.print(asJson ? JSON.stringify(event) : line)
  }
  return 0
}

export const statement = overApi(statementCall, {
  does: 'print the statement of a period, or write it to files with --output',
  more: { output: { value: 'FOLDER', does: 'write the documents of csv and camt053 there; existing files stay' } },
  examples: [
    '--from 2026-11-01 --to 2026-12-01',
    '--from 2026-11-01 --to 2026-12-01 --format camt053 --output .',
    '--from 2026-11-01 --to 2026-12-01 --format csv > november.csv',
  ],
  show: ({ format, from, to, statements, documents }, { output }) => {
    if (format !== 'json') return documents.map((one) => written(one, output as string | undefined)).join('\n')
    const shown = statements.map(({ asset, opening, closing, movements }) =>
      [
        `${asset}: ${opening} at the beginning, ${closing} at the end`,
        ...(movements.length === 0 ? [] : [table(movements, ['at', 'kind', 'amount', 'balance', 'bankref', 'ref'])]),
      ].join('\n'),
    )
    return [`From ${from} to ${to}`, ...shown].join('\n\n')
  },
})

/** Somebody may have a file of this name: it stays. */
function written({ name, content }: { name: string; content: string }, folder: string | undefined): string {
  if (folder === undefined) return content.trimEnd()
  const file = join(folder, name)
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'it exists already' : code === 'ENOENT' ? 'the folder does not exist' : message
    throw new CommandError(`${file} cannot be written: ${why}.`)
  }
  return `Written to ${file}.`
}
