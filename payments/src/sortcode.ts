// Whether this account number can exist at this sort code. UK banks verify by a weighted sum over the 14 digits of sort
// code and account. The official table of ranges belongs to Vocalink and may not be copied: a production installation
// loads it. The table has the ranges of the simulated bank of UAT. Every other sort code is accepted by default. The
// digits are accepted, and Confirmation of Payee remains the check.

type Method = 'MOD10' | 'MOD11' | 'DBLAL'

/** Sort codes from `from` to `to`, both included; one weight for each of the 14 digits. */
type ModulusRange = {
  readonly from: string
  readonly to: string
  readonly method: Method
  readonly weights: readonly number[]
}

/** UAT: 04-00-80 to 04-00-89, invented for the simulated bank; a sort code may have two checks, and both must pass. */
const uatRanges: readonly ModulusRange[] = [
  { from: '040080', to: '040083', method: 'MOD11', weights: [0, 0, 0, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1] },
  { from: '040084', to: '040086', method: 'MOD10', weights: [0, 0, 0, 0, 0, 0, 7, 1, 3, 7, 1, 3, 7, 1] },
  { from: '040087', to: '040089', method: 'DBLAL', weights: [2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1] },
]

const modulus: Readonly<Record<Method, number>> = { MOD10: 10, MOD11: 11, DBLAL: 10 }

export function passesModulus(sortcode: string, account: string, ranges: readonly ModulusRange[] = uatRanges): boolean {
  return ranges
    .filter(({ from, to }) => from <= sortcode && sortcode <= to)
    .every((range) => weightedSum(range, sortcode + account) % modulus[range.method] === 0)
}

/** DBLAL (double alternate) adds the digits of each product, the others add the products. */
function weightedSum({ method, weights }: ModulusRange, digits: string): number {
  let sum = 0
  for (const [index, weight] of weights.entries()) {
    const product = weight * Number(digits[index])
    sum += method === 'DBLAL' ? Math.floor(product / 10) + (product % 10) : product
  }
  return sum
}
