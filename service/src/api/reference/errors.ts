import { type ErrorCode, errors } from '@specie/protocol/errors.ts'
import type { Json } from '@specie/protocol/json.ts'
import { type Html, html, prose } from './html.ts'
import { prettyJson, sample, section, table } from './parts.ts'

/** `body`: the example of an error. */
export function errorSection(body: Json): Html {
  return section(
    'errors',
    'Errors',
    html`<div class="beside">
        <div>
          <p>
            Every HTTP error has this body. Decide by <code>code</code>; <code>message</code> is for humans and may
            change. <code>details</code> holds what helps to correct the request.
          </p>
          <p>
            <strong>After a 500 or a lost connection</strong> the outcome is not known: look the operation up by your
            client id before you send it again. <strong>After a 503</strong> nothing was done: send it again.
          </p>
          <p>
            Status 200 marks an order reject: the call went through, and the <code>error</code> object of its answer
            carries the code. Codes of products that are not online here (see <code>/client/status</code>) are listed
            too.
          </p>
        </div>
        ${sample('Error body', prettyJson(body))}
      </div>
      ${errorTable()}`,
  )
}

function errorTable(): Html {
  const rows = (Object.keys(errors) as ErrorCode[]).map((errorCode) => {
    const { status, message, cure } = errors[errorCode]
    return { id: anchor(errorCode), cells: [codeLink(errorCode), String(status), prose(message), prose(cure)] }
  })
  return table('All error codes', ['Code', 'Status', 'What it means', 'What to do next'], rows, 'wordy')
}

/** Error messages link to `/docs/errors#<code>`, this page to `#error-<code>`: both are anchors. */
function codeLink(errorCode: ErrorCode): Html {
  return html`<a id="${errorCode}" href="#${anchor(errorCode)}"><code>${errorCode}</code></a>`
}

export function anchor(errorCode: string): string {
  return `error-${errorCode}`
}
