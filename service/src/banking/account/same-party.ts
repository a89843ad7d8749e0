import { normalName } from '../../base/party-names.ts'

/** Banks transmit at most this many characters of a name. */
const maxLength = 70

const normalized = (name: string): string => normalName(name.trim().slice(0, maxLength))

/** True when the sender of a wire is the institution itself. */
export function sameParty(one: string | null, other: string): boolean {
  return one !== null && normalized(one) !== '' && normalized(one) === normalized(other)
}
