import {
  countersignAgreementCall,
  institutionAgreementsCall,
  sendAgreementCall,
  terminateAgreementCall,
} from '@specie/protocol/console/agreements.ts'
import { overConsole } from './over-console.ts'
import { listed } from '../show.ts'

const AGREEMENT = 'id'
const changed = ({ agreementid, status }: { agreementid: string; status: string }) => `${agreementid} is ${status}.`

export const agreementsList = overConsole(institutionAgreementsCall, {
  words: { INSTITUTION: 'id' },
  does: 'list the agreements of an institution, newest first',
  show: listed('agreementid', 'status', 'product', 'version', 'sign_until', 'ends_at', 'signed', 'countersigned'),
})

export const agreementsSend = overConsole(sendAgreementCall, {
  words: { INSTITUTION: 'institutionid', PRODUCT: 'product' },
  does: 'send an agreement to an institution for signature, by default its newest version',
  show: changed,
})

export const agreementsCountersign = overConsole(countersignAgreementCall, {
  words: { AGREEMENT },
  does: 'countersign an agreement that the institution has signed, which makes it active',
  show: changed,
})

export const agreementsTerminate = overConsole(terminateAgreementCall, {
  words: { AGREEMENT, 'WHY…': 'reason' },
  does: 'end an agreement at once',
  show: changed,
})
