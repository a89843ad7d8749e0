import { CommandError } from '@specie/cli/errors.ts'
import type { Machine, MachineCommand } from '@specie/cli/machine.ts'
import { runCommand as run } from '@specie/cli/run.ts'
import { BadSetting } from '@specie/service/base/config.ts'
import { isConnectionLost, isRefusedLogin } from '@specie/service/base/database/db.ts'
import { refusedValue } from '@specie/service/base/database/refused-value.ts'
import { ApiError } from '@specie/service/base/http/errors.ts'
import { KeystoreError } from '@specie/service/keys/sealed.ts'
import type { Run } from './commands/run.ts'

// The commands of `specie` that need this machine. Each is loaded on demand. Some need the libraries of every chain.

const commands: Record<MachineCommand, () => Promise<Run>> = {
  check: async () => (await import('./commands/check.ts')).checkLedger,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  'audit verify': async () => (await import('./commands/audit.ts')).auditVerify,
  'audit head': async () => (await import('./commands/audit.ts')).auditHead,
  'audit key': async () => (await import('./commands/audit.ts')).auditKey,
  'audit export': async () => (await import('./commands/audit-export.ts')).auditExport,
  'keys create': async () => (await import('./commands/chains.ts')).keysCreate,
  'chains deploy': async () => (await import('./commands/chains.ts')).chainsDeploy,
  'staff bootstrap': async () => (await import('./commands/staff-bootstrap.ts')).staffBootstrap,
  'demo code': async () => (await import('./commands/demo.ts')).demoCode,
  'demo token': async () => (await import('./commands/demo.ts')).demoToken,
}

const onThisMachine: Machine = async (name, _typed, words, given) =>
  (await commands[name]())(words, given).catch((error: unknown) => {
    throw inASentence(error)
  })

/** Every command; those of this machine run in this process. Returns the exit code. */
export const runCommand = (words: readonly string[]): Promise<number> => run(words, onThisMachine)

/** Errors that an operator can fix are printed without a stack. */
function inASentence(error: unknown): unknown {
  const failure = (sentence: string) => new CommandError(sentence, { cause: error })
  if (!(error instanceof Error) || error instanceof CommandError) return error
  if (error instanceof BadSetting || error instanceof ApiError || error instanceof KeystoreError)
    return failure(error.message)
  if (refusedValue(error) !== null) return failure(`The database refuses this value:${error.message}.`)
  if (isRefusedLogin(error)) return failure(`DATABASE_URL names a database that cannot be used: ${error.message}.`)
  return isConnectionLost(error) ? failure(`The database cannot be reached: ${error.message}.`) : error
}
