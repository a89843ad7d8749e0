import { shown, total } from './amounts.ts'
import type { Difference, Facts, InstitutionFact, Movement, Operation } from './facts.ts'
import { isOfDebt } from './reconcile-debts.ts'

// Money in, less money out, is the balance: every movement of a statement belongs to an operation of a list, and each operation
// has moved exactly the amount of its row.

export function balanceDifferences({ institutions }: Facts): Difference[] {
  return institutions.flatMap((one) => [...totalsDiffer(one), ...strayMovements(one), ...thingsDiffer(one)])
}

function totalsDiffer({ id, name, totals, movements }: InstitutionFact): Difference[] {
  const assets = new Set([...Object.keys(totals), ...movements.map(({ asset }) => asset)])
  return [...assets].flatMap((asset) => {
    const moved = total(movements.filter((one) => one.asset === asset).map(({ amount }) => amount))
    const has = totals[asset] ?? 0n
    if (has === moved) return []
    return [
      {
        rule: 'balance',
        about: id,
        what: `${name} has ${shown(has, asset)}, its statement says ${shown(moved, asset)}`,
      },
    ]
  })
}

const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/** The id of the operation, from a reference such as `order:<id>:settled`. */
const idIn = (ref: string): string => uuid.exec(ref)?.[0] ?? ref

function strayMovements({ name, things, movements }: InstitutionFact): Difference[] {
  const known = new Set(things.map(({ id }) => id))
  return movements
    .filter((one) => !known.has(idIn(one.ref)) && !isOfDebt(one))
    .map(({ ref, kind, amount, asset }) => ({
      rule: 'stray movement',
      about: idIn(ref),
      what: `${name}: ${kind} of ${shown(amount, asset)} belongs to nothing in its lists`,
    }))
}

function thingsDiffer({ name, things, movements }: InstitutionFact): Difference[] {
  const moved = movements.filter((one) => !isOfDebt(one))
  const byThing = Map.groupBy(moved, ({ ref }) => idIn(ref))
  return things.flatMap((operation) => {
    const own = byThing.get(operation.id) ?? []
    if (isSoldInVain(operation, own)) return []
    const assets = new Set([...Object.keys(operation.moves), ...own.map(({ asset }) => asset)])
    return [...assets].flatMap((asset) => thingDiffers(name, operation, asset, own))
  })
}

const movedIn = (own: readonly Movement[], asset: string): bigint =>
  total(own.filter((one) => one.asset === asset).map(({ amount }) => amount))

/** A mint that ended after the sale of its funding: its institution has the proceeds, to the cent. */
function isSoldInVain({ kind, end, moves, halfway }: Operation, own: readonly Movement[]): boolean {
  const proceeds = Object.entries(halfway)
  const spent = Object.entries(moves).filter(([, amount]) => amount < 0n)
  const isMoved = ([asset, amount]: [string, bigint]) => movedIn(own, asset) === amount
  const isAll = own.every(({ asset }) => [...proceeds, ...spent].some(([name]) => name === asset))
  return kind === 'mint' && end === 'undone' && proceeds.length > 0 && isAll && [...proceeds, ...spent].every(isMoved)
}

function thingDiffers(name: string, operation: Operation, asset: string, own: readonly Movement[]): Difference[] {
  const moved = movedIn(own, asset)
  const whole = operation.moves[asset] ?? 0n
  const allowed = { done: [whole], undone: [0n], open: [0n, whole, operation.halfway[asset] ?? 0n] }[operation.end]
  const cost = operation.mayCost[asset] ?? 0n
  const isCost = operation.end !== 'done' && moved < 0n && -moved <= cost
  if (allowed.includes(moved) || isCost) return []
  const due = allowed.map((amount) => shown(amount, asset)).join(' or ')
  const what = `${name}: ${operation.kind} that is ${operation.status} has moved ${shown(moved, asset)} instead of ${due}`
  return [{ rule: 'moved otherwise', about: operation.id, what }]
}
