import { staffKeyCalls } from '@specie/protocol/console/api-keys.ts'
import { overConsole } from './over-console.ts'
import { details, listed } from '../show.ts'

const KEY = 'id'
const change = { words: { KEY, 'WHY…': 'reason' } } as const
const changed = ({ keyid, status }: { keyid: string; status: string }) => `${keyid} is ${status}.`

export const keysList = overConsole(staffKeyCalls.list, {
  words: { INSTITUTION: 'id' },
  does: 'list the API keys of an institution',
  show: listed('keyid', 'status', 'scopes', 'last_used_at', 'expires_at', 'label'),
})

export const keysShow = overConsole(staffKeyCalls.show, {
  words: { KEY },
  does: 'show an API key: its institution, its scopes, its last use',
  show: details,
})

export const keysCalls = overConsole(staffKeyCalls.calls, {
  words: { KEY },
  does: 'list the last signed calls of an API key',
  show: listed('at', 'status', 'code', 'path', 'traceid', 'ip'),
})

export const keysFreeze = overConsole(staffKeyCalls.freeze, {
  ...change,
  does: 'freeze an API key at once; the institution cannot unfreeze it',
  show: changed,
})

export const keysRevoke = overConsole(staffKeyCalls.revoke, {
  ...change,
  does: 'revoke an API key permanently',
  show: changed,
})
