import type { Env } from '@specie/service/base/env.ts'
import { receiveInquiry } from '@specie/service/compliance/travel-rule/inquiry.ts'

const company = (legalPersonName: string) => ({
  legalPerson: { name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: 'LEGL' }] } },
})

/** An inquiry of another provider about a wallet of this institution, for another name: staff decide. Returns its id. */
export async function inquiryInDoubt(env: Env, institution: string, payer: string): Promise<string> {
  const inquiry = {
    asset: { slip0044: 60 },
    amount: 1_000_000_000,
    callback: 'http://127.0.0.1:1/callback',
    IVMS101: {
      originator: { originatorPerson: [company(payer)] },
      beneficiary: {
        beneficiaryPerson: [{ ...company('Another Company Ltd'), accountNumber: [`0x${'56'.repeat(20)}`] }],
      },
    },
  }
  const headers = { version: '3.2.1', requestId: institution } as const
  await receiveInquiry(env, { headers, body: JSON.stringify(inquiry), ownerOf: async () => institution })
  const [row] = await env.db.query<{ id: string }>(
    `select id from compliance.exchange where direction = 'in' and institution_id = $1`,
    [institution],
  )
  return row!.id
}
