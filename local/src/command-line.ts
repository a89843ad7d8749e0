import { parseArgs } from 'node:util'
import { textFlaw } from '@specie/protocol/text.ts'
import { BadSetting } from '@specie/service/base/config.ts'
import { isConnectionLost, isRefusedLogin } from '@specie/service/base/database/db.ts'
import { ApiError } from '@specie/service/base/http/errors.ts'
import { refusedValue } from '@specie/service/base/database/refused-value.ts'
import { CommandError, type Command } from './commands/command.ts'
import { nearest } from './nearest.ts'

// The operator's command line. A command is one row; each lives in a file of its own under commands/, and is loaded only
// when it is asked for: some need the libraries of every chain.

const commands: Record<string, () => Promise<Command>> = {
  check: async () => (await import('./commands/check.ts')).checkLedger,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  'audit verify': async () => (await import('./commands/audit.ts')).auditVerify,
  'audit head': async () => (await import('./commands/audit.ts')).auditHead,
  'audit key': async () => (await import('./commands/audit.ts')).auditKey,
  'audit export': async () => (await import('./commands/audit-export.ts')).auditExport,
  'audit search': async () => (await import('./commands/audit-search.ts')).auditSearch,
  'approvals list': async () => (await import('./commands/approvals.ts')).approvalsList,
  'approvals show': async () => (await import('./commands/approvals.ts')).approvalsShow,
  'approvals approve': async () => (await import('./commands/approvals.ts')).approvalsApprove,
  'approvals refuse': async () => (await import('./commands/approvals.ts')).approvalsRefuse,
  'approvals withdraw': async () => (await import('./commands/approvals.ts')).approvalsWithdraw,
  'approvals evidence': async () => (await import('./commands/approvals.ts')).approvalsEvidence,
  'bank account': async () => (await import('./commands/bank.ts')).bankAccount,
  'bank import': async () => (await import('./commands/bank.ts')).bankImport,
  'bank vouch': async () => (await import('./commands/bank.ts')).bankVouch,
  'bank cases': async () => (await import('./commands/bank.ts')).bankCases,
  'bank wires': async () => (await import('./commands/bank.ts')).bankWires,
  'bank accounts': async () => (await import('./commands/bank.ts')).bankAccounts,
  'bank send-back': async () => (await import('./commands/bank.ts')).bankSendBack,
  'bank assign': async () => (await import('./commands/bank.ts')).bankAssign,
  'bank same': async () => (await import('./commands/bank.ts')).bankSame,
  'bank another': async () => (await import('./commands/bank.ts')).bankAnother,
  'bank disown': async () => (await import('./commands/bank.ts')).bankDisown,
  'bank disown-file': async () => (await import('./commands/bank.ts')).bankDisownFile,
  'deposits unassigned': async () => (await import('./commands/deposits.ts')).depositsUnassigned,
  'deposits assign': async () => (await import('./commands/deposits.ts')).depositsAssign,
  'deposits retry': async () => (await import('./commands/deposits.ts')).depositsRetry,
  'holds list': async () => (await import('./commands/holds.ts')).holdsList,
  'holds show': async () => (await import('./commands/holds.ts')).holdsShow,
  'holds place': async () => (await import('./commands/holds.ts')).holdsPlace,
  'holds propose': async () => (await import('./commands/holds.ts')).holdsPropose,
  'institutions list': async () => (await import('./commands/institutions.ts')).institutionsList,
  'institutions show': async () => (await import('./commands/institutions.ts')).institutionsShow,
  'institutions invite': async () => (await import('./commands/institutions.ts')).institutionsInvite,
  'institutions suspend': async () => (await import('./commands/institutions.ts')).institutionsSuspend,
  'institutions offboard': async () => (await import('./commands/institutions.ts')).institutionsOffboard,
  'kyb list': async () => (await import('./commands/institutions.ts')).kybList,
  'kyb show': async () => (await import('./commands/institutions.ts')).kybShow,
  'kyb document': async () => (await import('./commands/institutions.ts')).kybDocumentOf,
  'kyb export': async () => (await import('./commands/institutions.ts')).kybExport,
  'kyb ask': async () => (await import('./commands/institutions.ts')).kybAsk,
  'kyb review': async () => (await import('./commands/institutions.ts')).kybReview,
  'kyb edd': async () => (await import('./commands/institutions.ts')).kybEdd,
  'kyb propose': async () => (await import('./commands/institutions.ts')).kybPropose,
  'keys list': async () => (await import('./commands/api-keys.ts')).keysList,
  'keys show': async () => (await import('./commands/api-keys.ts')).keysShow,
  'keys calls': async () => (await import('./commands/api-keys.ts')).keysCalls,
  'keys freeze': async () => (await import('./commands/api-keys.ts')).keysFreeze,
  'keys unfreeze': async () => (await import('./commands/api-keys.ts')).keysUnfreeze,
  'keys revoke': async () => (await import('./commands/api-keys.ts')).keysRevoke,
  'agreements list': async () => (await import('./commands/agreements.ts')).agreementsList,
  'agreements send': async () => (await import('./commands/agreements.ts')).agreementsSend,
  'agreements countersign': async () => (await import('./commands/agreements.ts')).agreementsCountersign,
  'agreements terminate': async () => (await import('./commands/agreements.ts')).agreementsTerminate,
  'addresses list': async () => (await import('./commands/addresses.ts')).addressesList,
  'addresses proof': async () => (await import('./commands/addresses.ts')).addressesProof,
  'addresses decide': async () => (await import('./commands/addresses.ts')).addressesDecide,
  'addresses suspend': async () => (await import('./commands/addresses.ts')).addressesSuspend,
  'addresses reinstate': async () => (await import('./commands/addresses.ts')).addressesReinstate,
  'bankaccounts list': async () => (await import('./commands/bankaccounts.ts')).bankAccountsList,
  'bankaccounts decide': async () => (await import('./commands/bankaccounts.ts')).bankAccountsDecide,
  'keys create': async () => (await import('./commands/chains.ts')).keysCreate,
  'chains deploy': async () => (await import('./commands/chains.ts')).chainsDeploy,
  'chains record': async () => (await import('./commands/chains.ts')).chainsRecord,
  'chains contracts': async () => (await import('./commands/chains.ts')).chainsContracts,
  'chains list': async () => (await import('./commands/chains.ts')).chainsList,
  'chains resume': async () => (await import('./commands/chains.ts')).chainsResume,
  'chains burns': async () => (await import('./commands/chains.ts')).chainsBurns,
  'mint halts': async () => (await import('./commands/chains.ts')).mintHalts,
  'mint halt': async () => (await import('./commands/chains.ts')).mintHalt,
  'mint resume': async () => (await import('./commands/chains.ts')).mintResume,
  'rails list': async () => (await import('./commands/rails.ts')).railsList,
  'rails payments': async () => (await import('./commands/rails.ts')).railsPayments,
  'rails suspend': async () => (await import('./commands/rails.ts')).railsSuspend,
  'rails resume': async () => (await import('./commands/rails.ts')).railsResume,
  'rails close': async () => (await import('./commands/rails.ts')).railsClose,
  'rails retry': async () => (await import('./commands/rails.ts')).railsRetry,
  'sign-in': async () => (await import('./commands/sign-in.ts')).signIn,
  'sign-out': async () => (await import('./commands/confirm.ts')).signOut,
  confirm: async () => (await import('./commands/confirm.ts')).confirm,
  'staff bootstrap': async () => (await import('./commands/staff-bootstrap.ts')).staffBootstrap,
  'staff list': async () => (await import('./commands/staff.ts')).staffList,
  'staff invite': async () => (await import('./commands/staff.ts')).staffInvite,
  'staff roles': async () => (await import('./commands/staff.ts')).staffRoles,
  'staff link': async () => (await import('./commands/staff.ts')).staffLink,
  'staff suspend': async () => (await import('./commands/staff.ts')).staffSuspend,
  'staff reinstate': async () => (await import('./commands/staff.ts')).staffReinstate,
  'staff remove': async () => (await import('./commands/staff.ts')).staffRemove,
  'trading pairs': async () => (await import('./commands/trading.ts')).tradingPairs,
  'trading halt': async () => (await import('./commands/trading.ts')).tradingHalt,
  'trading resume': async () => (await import('./commands/trading.ts')).tradingResume,
  'trading venues': async () => (await import('./commands/trading.ts')).tradingVenues,
  'trading venue': async () => (await import('./commands/trading.ts')).tradingVenue,
  'demo code': async () => (await import('./commands/demo.ts')).demoCode,
  'demo token': async () => (await import('./commands/demo.ts')).demoToken,
  call: async () => (await import('./commands/call.ts')).call,
}

function line(name: string, { takes, does }: Command): string {
  const call = `${name} ${takes}`.padEnd(34)
  return `  specie ${call}${call.length > 34 ? `\n${' '.repeat(43)}` : ''} ${does}`
}

/** Of the commands that begin with this word or, where none does, of all. */
async function usage(word: string | undefined): Promise<string> {
  const all = Object.entries(commands)
  const some = all.filter(([name]) => name.split(' ')[0] === word)
  const rows = await Promise.all((some.length > 0 ? some : all).map(async ([name, load]) => line(name, await load())))
  return [
    'Usage:',
    ...rows,
    '',
    'Settings come from the environment: SPECIE_DATA, DATABASE_URL, SPECIE_URL, SPECIE_TOKEN (see docs/operations.md).',
  ].join('\n')
}

/** Runs a command; answers the exit code: 0 all is well, 1 something is broken, 2 the command was not understood. */
export const runCommand = (words: string[]): Promise<number> => run(words).catch(tell)

async function run(words: string[]): Promise<number> {
  const name = Object.keys(commands).find((candidate) => `${words.join(' ')} `.startsWith(`${candidate} `))
  if (!name) {
    const isGroup = words.length === 1 && Object.keys(commands).some((one) => one.startsWith(`${words[0]} `))
    const helped = words.length === 0 || isGroup || words.includes('--help')
    if (helped) console.log(await usage(words[0]))
    else console.error(noSuch(words))
    return helped ? 0 : 2
  }
  // What a call carries is for the service to judge: JSON may have lines.
  for (const word of name === 'call' ? [] : words) {
    const flaw = textFlaw(word)
    if (flaw !== null) throw new CommandError(`${JSON.stringify(word)} cannot be taken: ${flaw.message}.`)
  }
  const command = await commands[name]!()
  if (words.includes('--help')) {
    console.log(`Usage:\n${line(name, command)}`)
    return 0
  }
  const { values, positionals } = understood(name, command, words.slice(name.split(' ').length))
  return command.run(positionals, values)
}

/** What was typed, what may be meant, and where all commands are. */
function noSuch(words: readonly string[]): string {
  const typed = words.join(' ')
  const names = Object.keys(commands)
  const group = names.some((name) => name.startsWith(`${words[0]} `)) ? `${words[0]} ` : ''
  const near = nearest(typed, group === '' ? names : names.filter((name) => name.startsWith(group)))
  const meant = near === null ? '' : ` Did you mean “specie ${near}”?`
  return `There is no command ${JSON.stringify(typed)}.${meant} specie ${group}--help lists what there is.`
}

/** A command as it was written cannot be meant. */
class NotUnderstood extends CommandError {}

function understood(name: string, command: Command, args: string[]) {
  try {
    return parseArgs({ args, options: command.options ?? {}, allowPositionals: true })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error
    const option = /'(?:-\w, )?(-[^\s']+)/.exec(message)?.[1] ?? ''
    const what =
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? `There is no option ${option}.` : `How ${option} is used is not clear.`
    throw new NotUnderstood(`${what}\nUsage:\n${line(name, command)}`)
  }
}

/** Tells what went wrong in a sentence; answers the exit code. */
function tell(error: unknown): number {
  const expected = [CommandError, BadSetting, ApiError].some((kind) => error instanceof kind)
  if (refusedValue(error) !== null) console.error(`The database cannot take this: ${(error as Error).message}.`)
  else if (isRefusedLogin(error))
    console.error(`DATABASE_URL names a database that cannot be used: ${(error as Error).message}.`)
  else if (isConnectionLost(error)) console.error(`The database cannot be reached: ${(error as Error).message}.`)
  else console.error(expected ? (error as Error).message : error)
  return error instanceof NotUnderstood ? 2 : 1
}
