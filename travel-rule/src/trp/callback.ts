import { TrpRefusal } from './refusal.ts'

/** `http` is for UAT on one machine. */
export type Scheme = 'https' | 'http'

/** An address that the counterparty wants called. Whether its host may be called is another question: `mayConnect`. */
export function readCallback(field: string, text: string, scheme: Scheme): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const allowed = scheme === 'https' ? ['https:'] : ['https:', 'http:']
  if (!url || text.length > 2_000 || !allowed.includes(url.protocol))
    throw new TrpRefusal(422, `\`${field}\` is no ${scheme} address.`)
  if (url.username !== '' || url.password !== '' || url.hash !== '')
    throw new TrpRefusal(422, `\`${field}\` must have no user, password or fragment.`)
  return url.href
}
