import { signOut as signOutCall } from '@specie/protocol/web-api/session.ts'
import { overConsole } from './over-console.ts'

export const signOut = overConsole(signOutCall, {
  does: 'end the token in SPECIE_TOKEN',
  show: () => 'Signed out.',
})
