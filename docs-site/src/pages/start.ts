import type { Examples } from '../examples/examples.ts'
import { addressOf, type Facts } from '../facts.ts'
import type { Parts } from '../markup/markdown.ts'
import { prettyJson, sample, tabs } from '../markup/parts.ts'
import { goClient, javaClient, pythonClient } from '../samples/clients.ts'
import { curl, keyPair, node, python, registerInSandbox } from '../samples/first-call.ts'

/** The samples of docs/start.md. */
export const startParts = (facts: Facts, { calls }: Examples): Parts => ({
  address: () => sample('Shell', `export SPECIE_URL=${addressOf(facts)}`),
  'key-pair': () => sample('Shell', keyPair),
  register: () => sample('Shell', registerInSandbox),
  'first-call': () => [
    tabs('first', 'Language of the sample', [
      { id: 'curl', title: 'curl and openssl', content: sample('Shell', curl) },
      { id: 'typescript', title: 'Node.js', content: sample('balance.mjs, Node 20 or newer', node) },
      { id: 'python', title: 'Python', content: sample('balance.py, with the package cryptography', python) },
    ]),
    sample('Answer', prettyJson(calls['accountBalance']?.answer.body ?? {})),
  ],
  clients: () =>
    tabs('clients', 'Language of the client', [
      { id: 'python', title: 'Python', content: sample('specie.py', pythonClient) },
      { id: 'go', title: 'Go', content: sample('specie.go', goClient) },
      { id: 'java', title: 'Java', content: sample('Specie.java', javaClient) },
    ]),
})
