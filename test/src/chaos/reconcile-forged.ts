import { effectsBetween } from './effects.ts'
import type { CredentialFact, ForgedFact } from './facts-of-people.ts'
import type { Mark } from './basic-facts.ts'
import type { Difference, Facts, Operation } from './facts.ts'
import { isOfProvider } from './reconcile-bank.ts'

// False identities: payers that impersonate the provider, and revoked keys and sessions.

export function forgeryDifferences(facts: Facts): Difference[] {
  return [
    ...facts.forged.flatMap((forged) => [...credited(facts, forged), ...settledBefore(facts, forged)]),
    ...facts.doors.flatMap((door) => acceptedLate(facts, door)),
  ]
}

const allThings = ({ institutions }: Facts): Operation[] => institutions.flatMap(({ things }) => things)

/** It is not a deposit either. */
function credited(facts: Facts, { bankref }: ForgedFact): Difference[] {
  return allThings(facts)
    .filter(({ end, claims }) => end === 'done' && claims.some((one) => one.at === 'wire' && one.bankref === bankref))
    .map(({ id }) => ({ rule: 'forged payer', about: id, what: `the forged wire ${bankref} was credited` }))
}

/** Its mint or payment may produce coins only after the provider's own wire. */
function settledBefore(facts: Facts, { bankref, references, thing: about }: ForgedFact): Difference[] {
  const operation = allThings(facts).find(({ id }) => id === about)
  if (!operation) return []
  const genuine = facts.bank.find(
    (one) => one.direction === 'credit' && isOfProvider(facts, one) && references.some((each) => quotes(one, each)),
  )
  const until = genuine === undefined ? null : facts.marks.findLast(({ file }) => file < genuine.file)
  if (until === undefined) return []
  const coins = effectsBetween(facts, operation, nothingYet, until).filter(({ claim }) => claim.at === 'chain')
  const isPaid = genuine === undefined && operation.kind === 'mint' && operation.end === 'done'
  if (coins.length === 0 && !isPaid) return []
  const what = `${operation.kind} that is ${operation.status} went on (${coins.map((one) => one.what).join(', ')}) before the provider's own wire came, by the forged wire ${bankref}`
  return [{ rule: 'forged payer', about, what }]
}

const nothingYet: Mark = { blocks: {}, file: 0, gone: [] }

const quotes = ({ reference, text }: Facts['bank'][number], wanted: string): boolean =>
  reference === wanted || (text?.toUpperCase().includes(wanted) ?? false)

/** Neither by its answer nor by a row under its client id. */
function acceptedLate(facts: Facts, { id, kind, institution, endedAt, calls }: CredentialFact): Difference[] {
  if (endedAt === null) return []
  const own = facts.institutions.find((one) => one.id === institution)!
  const listed = new Set(own.things.map(({ row }) => (row as { clreqid?: string | null }).clreqid))
  return calls
    .filter(({ beganAt }) => beganAt > endedAt)
    .filter(({ isAccepted, clreqid }) => isAccepted || listed.has(clreqid))
    .map(({ what, clreqid }) => ({
      rule: 'accepted after its end',
      about: clreqid,
      what: `${own.name}: ${what} by a ${kind} that was ended (${id})`,
    }))
}
