import { type Html, html } from './html.ts'
import { code, section, table } from './parts.ts'
import type { Facts } from './start.ts'

export function rateLimit({ publicPerSecond, failuresPerSecond }: Facts): Html {
  const rows = [
    ['Signed calls', '1 per second and key, polling included'],
    ['Public calls', `${publicPerSecond} per second and address`],
    ['Calls that fail before their signature holds', `${failuresPerSecond} per second and address`],
  ].map((cells) => ({ cells }))
  return section(
    'rate-limit',
    'Rate limit',
    html`${table('Limits', ['What', 'At most'], rows, 'wordy')}
      <p>
        No bursts: 50 ms of jitter are forgiven, no more. What exceeds the limit is answered with 429
        <a href="#error-rate_limited">${code('rate_limited')}</a>; wait for the seconds in ${code('Retry-After')}
        (exactly: ${code('details.retry_after_ms')}). A refused call does not push the next slot back, but its nonce is
        spent.
      </p>
      <p>Private answers carry ${code('RateLimit-Policy: "key";q=1;w=1')} and ${code('RateLimit: "key";r=0;t=1')}.</p>`,
  )
}
