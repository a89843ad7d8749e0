import { common } from '../web-api/search.ts'
import { peopleCall } from '../web-api/call.ts'

export const consoleSearchCall = peopleCall({
  ...common,
  name: 'consoleSearch',
  where: 'console',
  act: 'search',
  summary: 'Find anything',
  description:
    'Searches every institution, as far as your roles may read it. References and numbers must be complete. Ids, transactions and addresses match by their beginning, their end or both, as in `0x12ab…90cd`; names match by their beginning. Movements of money are also found by an amount, as in `250,000 VGBP`, or by a day, as in `19 Nov`.',
})
