import { type Html } from '../markup/html.ts'
import { figure } from '../markup/parts.ts'
import { arrow, box, drawing, flight, timeline, words } from './draw.ts'

// The pictures of the concepts, by the names in their pages.

const flow = (): Html =>
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
  )

const rail = (): Html =>
  figure(
    drawing(680, 120, 'Over an on-ramp fiat arrives at the provider, is converted, and coins go to the wallet.', [
      box(8, 40, 140, 'Payer', ['fiat, with the', 'rail’s reference']),
      box(230, 40, 140, 'Provider', ['receives and', 'converts']),
      box(460, 40, 212, 'Wallet of the rail', ['coins, a few minutes after', 'the money has arrived'], 'done'),
      arrow([148, 70], [230, 70], 'wire'),
      arrow([370, 70], [460, 70], 'coins', 'done'),
    ]),
    'An on-ramp. An off-ramp is the reverse.',
  )

const clocks = (): Html =>
  figure(
    drawing(680, 210, 'Wall time runs on; settlement time jumps ahead when it is advanced.', [
      timeline(60, 20, 640, 'Wall time: nonces, rate, signatures, quotes, sessions', [
        [60, '12:00:00'],
        [250, '12:00:05'],
        [440, '12:00:06'],
      ]),
      timeline(160, 20, 640, 'Settlement time: banks, chains, reviews, cooling-off periods', [
        [60, '12:00'],
        [250, '12:00'],
        [440, '15:00, mint settled'],
      ]),
      words(345, 108, 'clock/advance 10,800 s', 'middle'),
    ]),
    'In production both are the same. In UAT the sandbox moves settlement time ahead.',
  )

const hold = (): Html =>
  figure(
    drawing(680, 220, 'A request continues, or is held; two people decide whether it continues or is refused.', [
      box(8, 20, 130, 'Your request', ['mint, withdrawal,', 'rail, payment …']),
      box(200, 20, 130, 'Screening', ['lists, limits,', 'rules']),
      box(440, 20, 140, 'It continues', ['settled or', 'completed'], 'done'),
      box(200, 140, 130, 'held', ['nothing moves,', 'nothing is lost'], 'held'),
      box(440, 140, 140, 'Refused', ['the money is back', 'in your balance'], 'waits'),
      arrow([138, 50], [200, 50]),
      arrow([330, 40], [440, 40], 'clear', 'done'),
      arrow([240, 80], [240, 140], 'a hit', 'held'),
      arrow([300, 140], [300, 80], 'two people release it', 'done'),
      arrow([330, 170], [440, 170], 'two refuse it', 'waits'),
    ]),
    'A hold is placed by a rule or by one person, and ended by two.',
  )

const second = (): Html =>
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
  )

export const conceptPictures = { flow, rail, clocks, hold, second }
