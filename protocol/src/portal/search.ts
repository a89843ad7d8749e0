import { common } from '../web-api/search.ts'
import { peopleCall } from '../web-api/call.ts'

export const portalSearchCall = peopleCall({
  ...common,
  name: 'portalSearch',
  where: 'portal',
  act: 'search.own',
  summary: 'Find anything of your institution',
  description:
    'References and numbers must be complete. Ids, transactions and addresses match by their beginning, their end or both, as in `0x12ab…90cd`; names match by their beginning. Movements of money are also found by an amount, as in `250,000 VGBP`, or by a day, as in `19 Nov`. Movements of money are found while the institution may read its statement.',
})
