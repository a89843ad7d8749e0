import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { signOut as signOutCall, stepUpPassword } from '@specie/protocol/people/account/session.ts'
import { consoleCall } from './console.ts'
import type { Command } from '../command.ts'
import { CommandError } from '../errors.ts'
import { overConsole } from './over-console.ts'

/** A token goes on under a new name once its person has shown a factor again. A passkey needs a browser: specie sign-in. */
export const confirm: Command = {
  does: 'confirm with password and code: prints a token for the next five minutes, and the one in SPECIE_TOKEN ends',
  examples: [''],
  run: async (env) => {
    const [password = '', code = ''] = await answersTo('Password: ', 'Code: ')
    if (password === '' || code === '') throw new CommandError('Both are needed. With a passkey: specie sign-in.')
    const { token } = await consoleCall(env, stepUpPassword, { password, code })
    env.print(`export SPECIE_TOKEN=${token}`)
    return 0
  },
}

export const signOut = overConsole(signOutCall, {
  does: 'end the token in SPECIE_TOKEN',
  show: () => 'Signed out.',
})

/** Lines that the person types; nothing of them is shown. */
async function answersTo(...questions: string[]): Promise<string[]> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() })
  const reader = createInterface({ input: process.stdin, output: nothing, terminal: process.stdin.isTTY })
  const lines = reader[Symbol.asyncIterator]()
  const answers: string[] = []
  for (const question of questions) {
    process.stderr.write(question)
    const { value, done } = await lines.next()
    process.stderr.write('\n')
    answers.push(done ? '' : value)
  }
  reader.close()
  return answers
}
