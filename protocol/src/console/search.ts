import { common } from '../web-api/search.ts'
import { peopleCall } from '../web-api/call.ts'

export const consoleSearchCall = peopleCall({
  ...common,
  name: 'consoleSearch',
  where: 'console',
  act: 'search',
  summary: 'Find anything',
  description:
    'Searches every institution, as far as your roles may read it. Ids, transactions, references and numbers must be complete, names match by their beginning.',
})
