import type { Facts } from './facts.ts'
import { html } from '../markup/html.ts'
import type { Page } from './page.ts'
import { code, figure, section, table } from '../markup/parts.ts'
import { arrow, box, drawing, flight, timeline, words } from '../pictures/draw.ts'

export const conceptPages = (facts: Facts): Page[] => [moneyPage, timePage(facts), holdsPage(facts), pacingPage(facts)]

const moneyPage: Page = {
  path: '/docs/concepts/money',
  title: 'Where money is',
  short: 'Where money is',
  about: 'How fiat, coins and crypto come in, become one another, and leave.',
  body: () => [
    section('flow', 'The flow', [
      figure(
        drawing(
          680,
          330,
          'Fiat arrives by wire and coins by chain in your Platform balance; from there money is traded, minted, redeemed and withdrawn.',
          [
            box(8, 20, 150, 'Your bank', ['wire, with your', 'own reference']),
            box(8, 104, 150, 'Your wallet', ['coins, USDC,', 'BTC or ETH']),
            box(
              260,
              20,
              170,
              'Platform balance',
              [
                'available: yours to use',
                'pending: on its way, or',
                'on hold for a request',
                '',
                'orders and conversions',
                'happen inside',
              ],
              'accent',
            ),
            box(530, 20, 142, 'Your bank', ['a registered', 'account']),
            box(530, 104, 142, 'Your wallet', ['a whitelisted', 'address']),
            box(
              260,
              236,
              170,
              'Reserve and coins',
              ['one franc behind', 'every VCHF, one pound', 'behind every VGBP'],
              'done',
            ),
            arrow([158, 50], [260, 50], 'deposit'),
            arrow([158, 134], [260, 134], 'deposit'),
            arrow([430, 50], [530, 50], 'withdraw'),
            arrow([430, 134], [530, 134], 'withdraw'),
            arrow([300, 144], [300, 236], 'mint', 'done'),
            arrow([380, 236], [380, 144], 'redeem', 'done'),
          ],
        ),
        'Money in, inside, and out.',
      ),
      html`<ul>
        <li>
          Everything goes through your balance, asset by asset: <a href="/docs/calls/accountBalance">accountBalance</a>.
          ${code('available')} can be used now. ${code('pending')} is on its way in, or set aside for something that you
          have asked for.
        </li>
        <li>
          A <a href="/docs/supply">mint</a> turns fiat into new coins at par, a redemption turns them back. The reserve
          is always at least as large as the coins: <a href="/docs/calls/getReserves">getReserves</a>.
        </li>
        <li>An <a href="/docs/trading">order</a> exchanges two balances in the moment at which it is filled.</li>
        <li>
          A <a href="/docs/rails">rail</a> goes past the balance: what arrives is converted and sent on to its
          destination.
        </li>
      </ul>`,
    ]),
    section('rail', 'Over a rail', [
      figure(
        drawing(680, 120, 'Over an on-ramp fiat arrives at the provider, is converted, and coins go to the wallet.', [
          box(8, 40, 140, 'Payer', ['fiat, with the', 'rail’s reference']),
          box(230, 40, 140, 'Provider', ['receives and', 'converts']),
          box(460, 40, 212, 'Wallet of the rail', ['coins, a few minutes after', 'the money has arrived'], 'done'),
          arrow([148, 70], [230, 70], 'wire'),
          arrow([370, 70], [460, 70], 'coins', 'done'),
        ]),
        'An on-ramp. An off-ramp is the same the other way round.',
      ),
    ]),
  ],
}

function timePage({ sandbox }: Facts): Page {
  return {
    path: '/docs/concepts/time',
    title: 'Settlement time and wall time',
    short: 'Two times',
    about:
      'Nonces, rates and signatures live on wall time; settlement lives on settlement time, which UAT can advance.',
    body: () => [
      section('two', 'Two clocks', [
        figure(
          drawing(680, 210, 'Wall time runs on; settlement time jumps ahead when it is advanced.', [
            timeline(60, 20, 640, 'Wall time: nonces, rate, signatures, quotes, sessions', [
              [60, '12:00:00'],
              [250, '12:00:05'],
              [440, '12:00:06'],
            ]),
            timeline(160, 20, 640, 'Settlement time: banks, chains, reviews, cooling-off', [
              [60, '12:00'],
              [250, '12:00'],
              [440, '15:00, mint settled'],
            ]),
            words(345, 108, 'clock/advance 10,800 s', 'middle'),
          ]),
          'In production both are the same. In UAT the sandbox moves settlement time ahead.',
        ),
        html`<p>
          In production a mint takes about three hours to settle, because transactions become final, banks book and data
          is exchanged. In UAT you do not wait:
          ${
            sandbox
              ? html`<a href="/docs/sandbox/advanceClock">advance the clock</a>, and everything that falls due in
                  between happens, in its order.`
              : html`its sandbox advances the clock.`
          }
        </p>`,
      ]),
      section(
        'which',
        'Which time is it?',
        table(
          'Which time is it?',
          ['What', 'Time'],
          [
            ['Nonce, freshness window, rate limit', 'wall'],
            [html`${code('timestamp')} of an answer, ${code('expires_at')} of a firm quote`, 'wall'],
            ['Blocks, finality, settlement of mints and redemptions', 'settlement'],
            ['Bank days, statements, payouts, returns', 'settlement'],
            ['Cooling-off of a new wallet (a day), deadlines of reviews', 'settlement'],
          ].map((cells) => ({ cells })),
          'wordy',
        ),
      ),
    ],
  }
}

const holdsPage = ({ sandbox }: Facts): Page => ({
  path: '/docs/concepts/holds',
  title: 'Holds',
  short: 'Holds',
  about: 'Sometimes people must look at something first. It is held, and says since when and for which kind of review.',
  body: () => [
    section('picture', 'What happens', [
      figure(
        drawing(680, 220, 'A request goes on, or is held; two people decide whether it goes on or is refused.', [
          box(8, 20, 130, 'Your request', ['mint, withdrawal,', 'rail, payment …']),
          box(200, 20, 130, 'Screening', ['lists, limits,', 'rules']),
          box(440, 20, 140, 'It goes on', ['settled or', 'completed'], 'done'),
          box(200, 140, 130, 'held', ['nothing moves,', 'nothing is lost'], 'held'),
          box(440, 140, 140, 'Refused', ['the money is back', 'in your balance'], 'waits'),
          arrow([138, 50], [200, 50]),
          arrow([330, 40], [440, 40], 'clear', 'done'),
          arrow([240, 80], [240, 140], 'a hit', 'held'),
          arrow([300, 140], [300, 80], 'two people release it', 'done'),
          arrow([330, 170], [440, 170], 'two refuse it', 'waits'),
        ]),
        'A hold is placed by a rule or by one person, and ended by two.',
      ),
    ]),
    section(
      'see',
      'What you see',
      html`<ul>
        <li>
          The status is ${code('held')}, and ${code('hold')} has a ${code('reason')} and the time since when:
          ${code('aml_review')}, ${code('sanctions_review')}, ${code('travel_rule')}, ${code('edd_required')}.
        </li>
        <li>
          ${code('approval_required')} is different: it waits for a second person of your own institution, in the
          portal.
        </li>
        <li>
          The message of a review is always «under review, contact support». What the people look at is told to nobody:
          that would tip somebody off, which the law forbids.
        </li>
        <li>Do not send it again: the request lives on, and its money stays set aside until it is decided.</li>
        <li>A withdrawal that is held can be canceled.</li>
      </ul>`,
    ),
    ...(sandbox
      ? [
          section(
            'uat',
            'In UAT',
            html`<p>
              Place a hold with <a href="/docs/sandbox/holds">holds</a>, and decide on it with
              <a href="/docs/sandbox/releaseHold">release</a> or <a href="/docs/sandbox/rejectHold">reject</a>.
            </p>`,
          ),
        ]
      : []),
  ],
})

function pacingPage({ publicPerSecond, failuresPerSecond }: Facts): Page {
  const rows = [
    ['Signed calls', '1 per second and key, polling included'],
    ['Public calls', `${publicPerSecond} per second and address`],
    ['Calls that fail before their signature holds', `${failuresPerSecond} per second and address`],
  ].map((cells) => ({ cells }))
  return {
    path: '/docs/concepts/pacing',
    title: 'Pacing',
    short: 'Pacing',
    about: 'One signed call a second for each key, counted from the moment at which a call is admitted.',
    body: () => [
      section('limits', 'Limits', table('Limits', ['What', 'At most'], rows, 'wordy')),
      section('second', 'A key’s second', [
        figure(
          drawing(680, 210, 'The second of a key begins when a call is admitted, not when it is sent.', [
            timeline(50, 20, 640, 'Your client', [
              [60, 'sent'],
              [230, 'answered'],
              [430, 'sent'],
            ]),
            timeline(160, 20, 640, 'The service', [
              [140, 'admitted'],
              [490, 'admitted'],
            ]),
            flight([60, 54], [140, 156]),
            flight([140, 156], [230, 54]),
            flight([430, 54], [490, 156]),
            words(315, 152, 'at least 1 s', 'middle'),
          ]),
          'From admission to admission. Waiting a second after each answer is always enough.',
        ),
        html`<ul>
          <li>
            The second counts from the moment at which the service has verified the signature and taken the nonce: later
            than you sent it, earlier than you have the answer. A second after the answer is safe; a second after
            sending may be a few milliseconds too early.
          </li>
          <li>No bursts: 50 ms of jitter are forgiven, no more.</li>
          <li>
            What exceeds the limit is answered with 429
            <a href="/docs/errors/rate_limited">${code('rate_limited')}</a>; wait for the seconds in
            ${code('Retry-After')} (exactly: ${code('details.retry_after_ms')}). A refused call does not push the next
            slot back and has not spent its nonce: the same bytes may be sent again.
          </li>
          <li>The limit holds across all processes of the service. Programs that share a key share its second.</li>
          <li>
            Private answers carry ${code('RateLimit-Policy: "key";q=1;w=1')} and ${code('RateLimit: "key";r=0;t=1')}.
          </li>
        </ul>`,
      ]),
      section(
        'polling',
        'Polling well',
        html`<p>
          <a href="/docs/events">queryEvents</a> with ${code('wait=25')} tells of every change with one call in
          twenty-five seconds. Ask for details only when something has changed.
        </p>`,
      ),
    ],
  }
}
