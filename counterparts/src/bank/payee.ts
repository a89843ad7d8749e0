import { accounts } from './accounts.ts'

// Confirmation of Payee: does this name belong to this account? The two lists below define the whole behaviour.

export type PayeeAnswer = { result: 'match' | 'close_match' | 'no_match' | 'unavailable'; name: string | null }

/** Accounts with a known holder. */
const directory: { sortcode: string; account: string; name: string }[] = [
  ...accounts.flatMap(({ sortcode, account, name }) => (sortcode && account ? [{ sortcode, account, name }] : [])),
  { sortcode: '040080', account: '10000046', name: 'Alder & Wren Trading Ltd' },
  { sortcode: '040080', account: '10000054', name: 'Thames Meadow Capital LLP' },
]

/** At an unknown account the given name decides; any other name is a match. */
const markers: { contains: string; answer: PayeeAnswer }[] = [
  { contains: 'uat no match', answer: { result: 'no_match', name: null } },
  { contains: 'uat close match', answer: { result: 'close_match', name: 'UAT Closely Matched Ltd' } },
  { contains: 'uat unavailable', answer: { result: 'unavailable', name: null } },
]

export function confirmPayee(request: { sortcode: string; account: string; name: string }): PayeeAnswer {
  const holder = directory.find(({ sortcode, account }) => sortcode === request.sortcode && account === request.account)
  if (!holder) {
    const marker = markers.find(({ contains }) => request.name.toLowerCase().includes(contains))
    return marker?.answer ?? { result: 'match', name: null }
  }
  const [given, real] = [plain(request.name), plain(holder.name)]
  if (given === real) return { result: 'match', name: null }
  return isClose(given, real) ? { result: 'close_match', name: holder.name } : { result: 'no_match', name: null }
}

const legalForms = new Set(['ltd', 'limited', 'llp', 'plc', 'and'])

function plain(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  return words.filter((word) => !legalForms.has(word)).join(' ')
}

/** Typing errors: at most one letter in five is wrong, missing or additional. */
function isClose(a: string, b: string): boolean {
  return editDistance(a, b) * 5 <= Math.max(a.length, b.length)
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
