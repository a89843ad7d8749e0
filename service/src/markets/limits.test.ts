import { expect, test } from 'vitest'
import { BadSetting, readConfig } from '../base/config.ts'
import { readLimits } from './limits.ts'

test.each([
  ['ETH/CHF.loss=much', 'MARKET_LIMITS must give loss as an amount of CHF; it is "much".'],
  ['ETH/CHF.jump=0', 'MARKET_LIMITS must give jump in bps from 1 to 9999; it is "0".'],
  [
    'ETH/CHF.lost=1',
    /^MARKET_LIMITS must name limits as SYMBOL.LIMIT=VALUE; "ETH\/CHF.lost" is none \(ETH\/CHF has jump, /,
  ],
  ['VCHF/CHF.loss=1', /"VCHF\/CHF.loss" is none \(that symbol has no limits\)/],
])('MARKET_LIMITS=%s is refused in one sentence that names it', (given, sentence) => {
  const read = () => readLimits(readConfig({ MARKET_LIMITS: given }))
  expect(read).toThrow(BadSetting)
  expect(read).toThrow(sentence)
})

test('a configured limit replaces its default, and no other', () => {
  const defaults = readLimits(readConfig({})).pairs.get('ETH/CHF')!
  const { pairs } = readLimits(readConfig({ MARKET_LIMITS: 'ETH/CHF.exposure=20' }))
  expect(pairs.get('ETH/CHF')).toEqual({ ...defaults, exposure: 20n * 10n ** 18n })
})
