import { institutions } from '@specie/protocol/sandbox/institutions.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { parsePublicKey } from '../access/api-key/parse.ts'
import { mount } from './control/mount.ts'
import { newPair } from './demo/key-pair.ts'
import { onboard } from './demo/onboard.ts'

const by = { actor: 'sandbox', why: 'requested through the sandbox' }

export function institutionRoutes(app: App, env: Env): void {
  mount(app, institutions, async (body) => {
    const pair: { publickey: string; privatekey?: string } =
      body.publickey === undefined ? newPair() : { publickey: body.publickey }
    const spki = parsePublicKey(pair.publickey)
    const { name, kyb, agreements, nonce_window_ms: nonceWindowMs } = body
    const { privatekey } = pair
    const institutionid = await onboard(env, { name, spki, privatekey, kyb, agreements, nonceWindowMs }, by)
    return { institutionid, name, ...pair }
  })
}
