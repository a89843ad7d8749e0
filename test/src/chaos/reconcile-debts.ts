import { shown, total } from './amounts.ts'
import { effectsBetween } from './effects.ts'
import type { DebtFact } from './facts-of-people.ts'
import type { Difference, Facts, InstitutionFact, Movement } from './facts.ts'

// Debts: the debt is the shortfall, incoming money covers it, and meanwhile no new payment leaves without two people.

/** It moves between a balance and a debt, without an external effect. */
export const isOfDebt = ({ kind }: Movement): boolean => kind.endsWith('_owed') || kind === 'debt_covered'

export function debtDifferences(facts: Facts): Difference[] {
  return [
    ...facts.institutions.flatMap(amountsDiffer),
    ...facts.institutions.flatMap(notCovered),
    ...facts.debts.flatMap((debt) => leftInDebt(facts, debt)),
  ]
}

function amountsDiffer({ id, name, totals, owed, movements }: InstitutionFact): Difference[] {
  const assets = new Set([...Object.keys(owed), ...movements.map(({ asset }) => asset)])
  return [...assets].flatMap((asset) => {
    const own = movements.filter((one) => one.asset === asset && !isOfDebt(one))
    const missing = (totals[asset] ?? 0n) - total(own.map(({ amount }) => amount))
    if (missing === (owed[asset] ?? 0n)) return []
    const what = `${name} owes ${shown(owed[asset] ?? 0n, asset)}, and ${shown(missing, asset)} is missing`
    return [{ rule: 'debt', about: id, what }]
  })
}

function notCovered({ id, name, available, owed }: InstitutionFact): Difference[] {
  return Object.entries(owed)
    .filter(([asset, amount]) => amount > 0n && (available[asset] ?? 0n) > 0n)
    .map(([asset, amount]) => ({
      rule: 'debt',
      about: id,
      what: `${name} owes ${shown(amount, asset)} and has ${shown(available[asset]!, asset)} available`,
    }))
}

function leftInDebt(facts: Facts, { institution, asset, began, ended, known, released }: DebtFact): Difference[] {
  const { name, things } = facts.institutions.find(({ id }) => id === institution)!
  const passed = new Set([...known, ...released])
  return things
    .filter(({ id }) => !passed.has(id))
    .flatMap((operation) => {
      const effects = effectsBetween(facts, operation, began, ended).filter(({ claim }) => {
        if (claim.at === 'chain') return claim.to !== null && (claim.what === 'mint' || claim.what === 'out')
        return claim.at === 'bank'
      })
      if (effects.length === 0) return []
      const what = `${name} owed ${asset}, and nobody let its ${operation.kind} go: ${effects.map((one) => one.what).join(', ')}`
      return [{ rule: 'left in debt', about: operation.id, what }]
    })
}
