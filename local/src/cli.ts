#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { textFlaw } from '@specie/protocol/text.ts'
import { BadSetting } from '@specie/service/base/config.ts'
import { isConnectionLost, isRefusedLogin, refusedValue } from '@specie/service/base/db.ts'
import { ApiError } from '@specie/service/base/http/errors.ts'
import { apiKeysWindow } from './commands/api-keys.ts'
import { auditHead, auditKey, auditVerify } from './commands/audit.ts'
import { auditExport } from './commands/audit-export.ts'
import { bankAccount, bankDisownFile, bankImport } from './commands/bank.ts'
import { call } from './commands/call.ts'
import {
  chainsBurns,
  chainsDeploy,
  chainsList,
  chainsRecord,
  chainsResume,
  keysCreate,
  mintResume,
} from './commands/chains.ts'
import { checkLedger } from './commands/check.ts'
import { CommandError, type Command } from './commands/command.ts'
import { migrate } from './commands/migrate.ts'
import { depositsAssign, depositsRetry, depositsUnassigned } from './commands/deposits.ts'
import { railsClose, railsList, railsResume, railsRetry, railsSuspend } from './commands/rails.ts'
import { tradingHalt, tradingPairs, tradingResume, tradingVenue } from './commands/trading.ts'
import { bankAnother, bankCases, bankDisown, bankSame, bankSendBack } from './commands/waiting.ts'

// The operator's command line. A command is one row; each lives in a file of its own under commands/.

const commands: Record<string, Command> = {
  check: checkLedger,
  migrate,
  'audit verify': auditVerify,
  'audit head': auditHead,
  'audit key': auditKey,
  'audit export': auditExport,
  'api-keys window': apiKeysWindow,
  'bank account': bankAccount,
  'bank import': bankImport,
  'bank cases': bankCases,
  'bank send-back': bankSendBack,
  'bank same': bankSame,
  'bank another': bankAnother,
  'bank disown': bankDisown,
  'bank disown-file': bankDisownFile,
  'deposits unassigned': depositsUnassigned,
  'deposits assign': depositsAssign,
  'deposits retry': depositsRetry,
  'keys create': keysCreate,
  'chains deploy': chainsDeploy,
  'chains record': chainsRecord,
  'chains list': chainsList,
  'chains resume': chainsResume,
  'chains burns': chainsBurns,
  'mint resume': mintResume,
  'rails list': railsList,
  'rails suspend': railsSuspend,
  'rails resume': railsResume,
  'rails close': railsClose,
  'rails retry': railsRetry,
  'trading pairs': tradingPairs,
  'trading halt': tradingHalt,
  'trading resume': tradingResume,
  'trading venue': tradingVenue,
  call,
}

function line(name: string, { takes, does }: Command): string {
  const call = `${name} ${takes}`.padEnd(34)
  return `  specie ${call}${call.length > 34 ? `\n${' '.repeat(43)}` : ''} ${does}`
}

/** Of the commands that begin with this word or, where none does, of all. */
function usage(word: string | undefined): string {
  const all = Object.entries(commands)
  const some = all.filter(([name]) => name.split(' ')[0] === word)
  const rows = (some.length > 0 ? some : all).map(([name, command]) => line(name, command))
  return ['Usage:', ...rows, '', 'Settings come from the environment: SPECIE_DATA, DATABASE_URL (see README.md).'].join(
    '\n',
  )
}

/** The exit code: 0 all is well, 1 something is broken, 2 the command was not understood. */
async function main(words: string[]): Promise<number> {
  const name = Object.keys(commands).find((candidate) => `${words.join(' ')} `.startsWith(`${candidate} `))
  if (!name) {
    const helped = words.length === 0 || words.includes('--help')
    if (helped) console.log(usage(words[0]))
    else console.error(`There is no command ${JSON.stringify(words.join(' '))}.\n${usage(words[0])}`)
    return helped ? 0 : 2
  }
  // What a call carries is for the service to judge: JSON may have lines.
  for (const word of name === 'call' ? [] : words) {
    const flaw = textFlaw(word)
    if (flaw !== null) throw new CommandError(`${JSON.stringify(word)} cannot be taken: ${flaw.message}.`)
  }
  const command = commands[name]!
  if (words.includes('--help')) {
    console.log(`Usage:\n${line(name, command)}`)
    return 0
  }
  const { values, positionals } = parseArgs({
    args: words.slice(name.split(' ').length),
    options: command.options ?? {},
    allowPositionals: true,
  })
  return command.run(positionals, values)
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const expected = [CommandError, BadSetting, ApiError].some((kind) => error instanceof kind) || isUsage(error)
    if (refusedValue(error) !== null) console.error(`The database cannot take this: ${(error as Error).message}.`)
    else if (isRefusedLogin(error))
      console.error(`DATABASE_URL names a database that cannot be used: ${(error as Error).message}.`)
    else if (isConnectionLost(error)) console.error(`The database cannot be reached: ${(error as Error).message}.`)
    else console.error(expected ? (error as Error).message : error)
    process.exitCode = isUsage(error) ? 2 : 1
  },
)

function isUsage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
