import { newId } from '../machine.ts'
import type { Behaviour, Says, Step } from './behaviour.ts'
import type { Delivery } from './state.ts'

/** A wallet of no customer. */
const otherWallet = '0x000000000000000000000000000000000000dEaD'

export type Approval = { readonly wallet: string; readonly confirmAt: string }

/** The body of a decision, or of a reply. */
export function bodyOf(says: Behaviour['reply'] | Says, { wallet, confirmAt }: Approval, version: string): string {
  const approved = (address: string) => ({ approved: { address, callback: confirmAt } })
  switch (says) {
    case 'pending':
      return JSON.stringify({ version })
    case 'approved':
      return JSON.stringify(approved(wallet))
    case 'other wallet':
      return JSON.stringify(approved(otherWallet))
    case 'rejected':
      return JSON.stringify({ rejected: 'This is not a customer of ours.' })
    case 'malformed':
      return JSON.stringify({ ...approved(wallet), rejected: 'no' })
  }
}

export function deliveryOf(
  step: Step,
  exchange: string,
  callback: string,
  version: string,
  approval: Approval,
  now: Date,
): Delivery {
  return {
    id: newId(),
    exchange,
    what: step.says,
    url: step.wrongToken ? withOtherToken(callback) : callback,
    version,
    body: bodyOf(step.says, approval, version),
    dueAt: new Date(now.getTime() + step.afterSeconds * 1000).toISOString(),
    tries: 0,
    notBefore: 0,
  }
}

/** The same place with another token: that of the query, or the end of the path. */
function withOtherToken(callback: string): string {
  const url = new URL(callback)
  const token = url.searchParams.get('token')
  if (token !== null) {
    url.searchParams.set('token', `${token.slice(0, -6)}wrong0`)
    return url.href
  }
  url.pathname = `${url.pathname.slice(0, -6)}wrong0`
  return url.href
}
