import { expect, test } from 'vitest'
import { proofText, type ProofSubject } from './proof-text.ts'

const subject: ProofSubject = {
  environment: 'production',
  institution: { id: '0192f0c1-0000-7000-8000-000000000001', name: 'Zürcher Börse AG' },
  blockchain: 'ETH',
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  at: new Date('2026-11-16T12:00:00Z'),
  nonce: '00112233445566778899aabbccddeeff',
}

test('names institution, address, chain, time, purpose and nonce', () => {
  expect(proofText(subject)).toBe(
    'Specie: Zurcher Borse AG, institution 0192f0c1-0000-7000-8000-000000000001, states that it controls the address ' +
      '0x52908400098527886E0F7030069857D2E4169EE7 on Ethereum (ETH). Purpose: to register it as a withdrawal address. ' +
      'This signature moves no funds. Time: 2026-11-16T12:00:00.000Z. Nonce: 00112233445566778899aabbccddeeff.',
  )
  expect(proofText({ ...subject, environment: 'uat' })).toMatch(/^Specie \(UAT\): /)
})

test.each(['銀行 株式会社', 'A\nB', 'Tab\tbed', '🏦'.repeat(70), 'x'.repeat(200)])(
  'is one line of printable ASCII that a Ledger shows, whatever the name: %s',
  (name) => {
    const text = proofText({ ...subject, institution: { ...subject.institution, name } })
    expect(text).toMatch(/^[ -~]+$/)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_212)
  },
)
