import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import type { Facts } from './facts.ts'
import { html } from '../markup/html.ts'
import type { Page } from './page.ts'
import { code, section } from '../markup/parts.ts'

export function homePage({ environment, sandbox }: Facts): Page {
  const here = environment === 'uat' ? 'This is the test environment (UAT)' : 'This is production'
  const cards = [
    ['/docs/start', 'Your first signed call', 'A key, a signature and an answer, in about a minute.'],
    ['/docs/signing', 'How to sign', 'The rule, a worked example, and what a 401 tells you.'],
    ['/docs/calls', 'All calls', 'Fields, answers and errors, with samples in five languages.'],
    ['/docs/errors', 'Errors', 'Every code with its cause, its cure and a real example.'],
    ['/docs/states', 'States', 'What a status can become, drawn from the tables that the service runs on.'],
    ...(sandbox ? [['/docs/sandbox', 'Sandbox', 'Produce any situation in UAT: wires, time, faults.'] as const] : []),
    ['/docs/concepts/money', 'Concepts', 'Where money is, when things settle, why something waits, how fast to call.'],
    ['/docs/production', 'Going to production', 'What differs, and what to have in place.'],
  ]
  return {
    path: '/docs',
    title: 'Specie documentation',
    short: 'Overview',
    about:
      'An HTTP interface for institutions: issue and redeem stablecoins, move fiat to coin and back, trade fill-or-kill.',
    body: () => [
      html`<ul class="cards">
        ${cards.map(
          ([path = '', title = '', text = '']) =>
            html`<li>
              <a href="${path}"><b>${title}</b><span>${text}</span></a>
            </li>`,
        )}
      </ul>`,
      section(
        'about',
        'Where you are',
        html`<p>${here}. A key belongs to one environment; calls and signing are the same in both.</p>
          <p>
            <strong>Base address</strong>: the address at which you are reading this, followed by
            ${code(`${basePath}/`)}. A machine reads the same facts from
            <a href="${basePath}/client/openapi.json">${basePath}/client/openapi.json</a> (OpenAPI
            3.1)${
              sandbox
                ? html`, and those of the sandbox from <a href="/sandbox/v1/openapi.json">/sandbox/v1/openapi.json</a>`
                : ''
            }.
          </p>`,
      ),
      section(
        'conventions',
        'Conventions',
        html`<ul>
          <li>Every request carries a ${code('User-Agent')}: any text that names your client.</li>
          <li>${code('/client/…')} is public. ${code('/private/…')} is POST and <a href="/docs/signing">signed</a>.</li>
          <li>
            A <dfn>decimal</dfn> is a string, ${code('"1000.5"')}, never a number: no sign, no exponent, no more
            decimals than the <a href="/docs/assets">asset</a> has. In answers it has no trailing zeros.
          </li>
          <li>A <dfn>time</dfn> is ISO 8601 in UTC with milliseconds: ${code('"2026-11-14T12:00:00.000Z"')}.</li>
          <li>
            Answers may gain fields: ignore those that you do not know. A request with an unknown field is refused.
          </li>
          <li>Nothing is pushed: poll, within the <a href="/docs/concepts/pacing">rate limit</a>.</li>
          <li>Every answer has an ${code('x-trace-id')}. Quote it when you ask for help.</li>
          <li>
            Every request and answer on these pages was sent to the service and answered by it. Long lists are shown by
            their first two entries; ids, times, hashes and keys are replaced by fixed ones.
          </li>
        </ul>`,
      ),
    ],
  }
}
