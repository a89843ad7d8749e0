import { userInfo } from 'node:os'
import { nonceWindow } from '@specie/protocol/fields.ts'
import { setNonceWindow } from '@specie/service/institutions/admission/nonce-window.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'

const tooFar =
  'This key has used a nonce that lies beyond such a window: no call of it could pass. Register another key for it.'

export const apiKeysWindow: Command = {
  takes: 'KEYID MS|off',
  does: 'how far the nonces of an API key may lie from the time of the service, in milliseconds',
  run: async ([keyId = '', given = '']) => {
    if (!/^[0-9a-f-]{36}$/i.test(keyId)) throw new CommandError('Which key? keyInfo tells its holder the keyid.')
    const window = given === 'off' ? null : nonceWindow.safeParse(Number(given)).data
    if (window === undefined) throw new CommandError('Say how many milliseconds, from 1000 to 86400000, or off.')
    await withDatabase(async (db) => {
      const env = envOf(db)
      const by = { actor: `operator ${userInfo().username}`, why: 'set by an operator', at: env.clock.now() }
      const outcome = await setNonceWindow(env, keyId, window, by)
      if (outcome === 'unknown') throw new CommandError(`There is no API key ${keyId}.`)
      if (outcome === 'ahead') throw new CommandError(tooFar)
    })
    console.log(window === null ? 'Any higher nonce is taken.' : `Nonces must lie within ${window} ms of our time.`)
    return 0
  },
}
