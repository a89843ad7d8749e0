import { common } from '../web-api/search.ts'
import { peopleCall } from '../web-api/call.ts'

export const portalSearchCall = peopleCall({
  ...common,
  name: 'portalSearch',
  where: 'portal',
  act: 'search.own',
  summary: 'Find anything of your institution',
  description:
    'Ids, transactions, references and numbers must be complete, names match by their beginning. Movements of money are found while the institution may read its statement.',
})
