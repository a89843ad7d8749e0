import { type ExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'
import { refuse } from '../problem.ts'

/** Refuses a message with a name that was not read, because it could be a person who must be screened. */
export function assertNothingLost(payload: ExactJson, read: ReadonlySet<object>): void {
  const lost = unreadName(payload, read, '')
  if (lost !== null)
    refuse(lost, 'The standard has no name in this place.', 'Move the person to `originator`, `beneficiary` or a VASP.')
}

function unreadName(value: ExactJson, read: ReadonlySet<object>, place: string): string | null {
  if (typeof value !== 'object' || value === null || value instanceof WrittenNumber) return null
  const isRead = read.has(value)
  for (const [key, member] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${place}[${key}]` : `${place}${place && '.'}${key}`
    if (!isRead && isName(key) && isGiven(member)) return at
    const lost = unreadName(member, read, at)
    if (lost !== null) return lost
  }
  return null
}

const isName = (key: string): boolean =>
  /^(primaryidentifiers?|legalpersonnames?)$/.test(key.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))

const isGiven = (value: ExactJson): boolean =>
  (typeof value === 'string' && value.trim() !== '') || value instanceof WrittenNumber
