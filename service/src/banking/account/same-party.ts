import { normalName } from '../../base/party-names.ts'

/** Banks carry no more of a name than this. */
const longest = 70

const asTold = (name: string): string => normalName(name.trim().slice(0, longest))

/** Is the sender of a wire the institution itself? */
export function sameParty(one: string | null, other: string): boolean {
  return one !== null && asTold(one) !== '' && asTold(one) === asTold(other)
}
