import { addressOf, type Facts } from './facts.ts'
import type { Examples } from '../examples/examples.ts'
import { type Html, html, nothing } from '../markup/html.ts'
import type { Page } from './page.ts'
import { code, prettyJson, sample, section, tabs } from '../markup/parts.ts'
import { goClient, javaClient, pythonClient } from '../samples/clients.ts'
import { curl, keyPair, node, python, registerInSandbox } from '../samples/first-call.ts'
import { guidePage, guides } from './guides.ts'

export function startPage(facts: Facts, { calls }: Examples): Page {
  return {
    path: '/docs/start',
    title: 'Your first signed call',
    short: 'First signed call',
    about: 'Four steps and about a minute, in a shell with curl and openssl.',
    body: () => [
      section('address', 'Say where the server is', [
        facts.address === null ? html`<p>Put the address at which you are reading this.</p>` : nothing,
        sample('Shell', `export SPECIE_URL=${addressOf(facts)}`),
      ]),
      section('key', 'Make a key pair', [
        html`<p>The private key stays with you, in production in a secret store.</p>`,
        sample('Shell', keyPair),
      ]),
      section('register', 'Register the public key', registration(facts)),
      section('call', 'Sign and send', [
        html`<p>Each sample does the same, with nothing of ours; take the one that you know best.</p>`,
        tabs('first', 'Language of the sample', [
          { id: 'curl', title: 'curl and openssl', content: sample('Shell', curl) },
          { id: 'typescript', title: 'Node.js', content: sample('balance.mjs, Node 20 or newer', node) },
          { id: 'python', title: 'Python', content: sample('balance.py, with the package cryptography', python) },
        ]),
        sample('Answer', prettyJson(calls['accountBalance']?.answer.body ?? {})),
        html`<p>If you see a 401 instead, it <a href="/docs/signing#refused">tells you why</a>.</p>`,
      ]),
      section('clients', 'A small client to go on with', [
        html`<p>
          The samples of every call are written for these files: save one beside your program. In TypeScript use
          ${sdk()}, which also keeps the pace and retries what is safe.
        </p>`,
        tabs('clients', 'Language of the client', [
          { id: 'python', title: 'Python', content: sample('specie.py', pythonClient) },
          { id: 'go', title: 'Go', content: sample('specie.go', goClient) },
          { id: 'java', title: 'Java', content: sample('Specie.java', javaClient) },
        ]),
      ]),
    ],
  }
}

const sdk = (): Html =>
  guidePage(guides.sdk) === null ? html`the SDK` : html`<a href="${guides.sdk.path}">the SDK</a>`

function registration({ sandbox }: Facts): Html {
  if (!sandbox) {
    return html`<p>Register it in the portal, under Keys. The service stores nothing else of it.</p>`
  }
  return html`<p>
      The <a href="/docs/sandbox">sandbox</a> of this test environment onboards an institution for it on the spot, with
      KYB cleared and both agreements signed:
    </p>
    ${sample('Shell', registerInSandbox)}
    <p class="aside">
      The sandbox answers the machine that it runs on; where its operator has set a token, add
      ${code('--header "Authorization: Bearer $SANDBOX_TOKEN"')}. In production you register the key in the portal,
      under Keys.
    </p>`
}
