import { basePath } from '@specie/protocol/endpoint.ts'
import type { Json } from '@specie/protocol/json.ts'
import { type Html, html } from './html.ts'
import { code, prettyJson, sample, section } from './parts.ts'
import { curl, keyPair, node, python, registerInSandbox } from './samples.ts'

export type Facts = {
  readonly environment: 'uat' | 'production'
  readonly sandbox: boolean
  /** The address of this server, such as http://127.0.0.1:8080; null when only its operator knows it. */
  readonly address: string | null
  readonly publicPerSecond: number
  readonly failuresPerSecond: number
}

export function whatThisIs({ environment }: Facts): Html {
  const here = environment === 'uat' ? 'This is the test environment (UAT)' : 'This is production'
  return section(
    'about',
    'What this is',
    html`<p>
        An HTTP interface for institutions: issue and redeem stablecoins, move fiat to coin and back, trade
        fill-or-kill. ${here}. A key belongs to one environment; calls and signing are the same in both.
      </p>
      <p>
        <strong>Base address</strong>: the address at which you are reading this, followed by ${code(basePath)}. Paths
        below are relative to it. A machine reads the same facts from
        <a href="${basePath}/client/openapi.json">${basePath}/client/openapi.json</a> (OpenAPI 3.1).
      </p>
      <h3>Conventions</h3>
      <ul>
        <li>Every request carries a ${code('User-Agent')}: any text that names your client.</li>
        <li>${code('/client/…')} is public. ${code('/private/…')} is POST and <a href="#signing">signed</a>.</li>
        <li>
          A <dfn>decimal</dfn> is a string, ${code('"1000.5"')}, never a number: no sign, no exponent, no more decimals
          than the <a href="#assets">asset</a> has. In answers it has no trailing zeros.
        </li>
        <li>A <dfn>time</dfn> is ISO 8601 in UTC with milliseconds: ${code('"2026-11-14T12:00:00.000Z"')}.</li>
        <li>Answers may gain fields: ignore those that you do not know. A request with an unknown field is refused.</li>
        <li>Nothing is pushed: poll, within the <a href="#rate-limit">rate limit</a>.</li>
        <li>Every answer has an ${code('x-trace-id')}. Quote it when you ask for help.</li>
      </ul>`,
  )
}

export function firstCall(facts: Facts, balances: Json): Html {
  return section(
    'first-call',
    'Your first signed call',
    html`<p>Four steps and about a minute, in a shell with curl and openssl.</p>
      <ol class="steps">
        <li>
          <p>
            Say where the server is.${facts.address === null ? ' Put the address at which you are reading this.' : ''}
          </p>
          ${sample('Shell', `export SPECIE_URL=${facts.address ?? 'https://specie.example'}`)}
        </li>
        <li>
          <p>Make a key pair. The private key stays with you, in production in a secret store.</p>
          ${sample('Shell', keyPair)}
        </li>
        <li>${registration(facts)}</li>
        <li>
          <p>Sign and send. Each sample does the same; take the one that you know best.</p>
          <details name="first-call" open>
            <summary>curl and openssl</summary>
            ${sample('Shell', curl)}
          </details>
          <details name="first-call">
            <summary>Node.js, 20 or newer, no dependency</summary>
            ${sample('balance.mjs', node)}
          </details>
          <details name="first-call">
            <summary>Python 3 with the package cryptography</summary>
            ${sample('balance.py', python)}
          </details>
        </li>
      </ol>
      ${sample('Answer', prettyJson(balances))}
      <p>A new account shows zero everywhere. If you see a 401 instead, it <a href="#refused">tells you why</a>.</p>`,
  )
}

function registration({ sandbox }: Facts): Html {
  if (!sandbox) {
    return html`<p>Register its public key in the portal, under Keys. The service stores nothing else of it.</p>`
  }
  return html`<p>
      Register the public key. The sandbox of this test environment onboards an institution for it on the spot, with KYB
      cleared and both agreements signed:
    </p>
    ${sample('Shell', registerInSandbox)}
    <p class="aside">
      The sandbox answers the machine that it runs on; from elsewhere add
      ${code('--header "Authorization: Bearer $SANDBOX_TOKEN"')}. In production you register the key in the portal,
      under Keys.
    </p>`
}
