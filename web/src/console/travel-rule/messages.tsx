import type { Output } from '../../api/call.ts'
import { Section } from '../../kit/page.tsx'
import type { Tone } from '../../kit/value/states.ts'
import { History } from '../history.tsx'
import style from './messages.module.css'

type Message = Output<'exchange'>['messages'][number]

/** Every message of an exchange in plain words, with its text as it was sent. */
export function Messages({ messages }: { messages: readonly Message[] }) {
  return (
    <Section title="Messages" note="oldest first">
      {messages.length === 0 ? (
        <p className="s13 muted">No message was sent or received yet.</p>
      ) : (
        <History
          events={messages.map((message) => ({
            at: message.at,
            title: titleOf(message),
            tone: toneOf(message),
            note: <Content message={message} />,
          }))}
        />
      )}
    </Section>
  )
}

/** What each message of the other provider means. */
const theirWords: Readonly<Record<string, string>> = {
  pending: 'The other provider has the inquiry and decides later',
  approved: 'The other provider approves the transfer',
  rejected: 'The other provider rejects the transfer',
  sent: 'The other provider names its transaction',
  canceled: 'The other provider cancels the transfer',
  refused: 'The other provider refuses the inquiry',
  retry: 'The other provider asks to repeat the inquiry later',
  'other version': 'The other provider reads other versions only',
  malformed: 'An answer that cannot be read',
}

const ourWords: Readonly<Record<string, string>> = {
  inquiry: 'We ask the other provider',
  resolution: 'We send our decision',
  confirmation: 'We say how the transfer ended',
  reply: 'We answer',
}

const titleOf = ({ by, what, says, status, problem }: Message): string => {
  if (by === 'us') return ourWords[what] ?? what
  if (says !== null) return theirWords[says] ?? says
  if (problem !== null) return status === null ? 'No answer' : 'An answer that cannot be read'
  return what === 'inquiry' ? 'The other provider asks us' : 'The other provider has the message'
}

const toneOf = ({ says, problem }: Message): Tone => {
  if (says === 'approved' || says === 'sent') return 'done'
  return problem !== null || says === 'rejected' || says === 'refused' ? 'broken' : 'quiet'
}

function Content({ message: { at, problem, status, version, text } }: { message: Message }) {
  const technical = [at, status === null ? null : `HTTP ${status}`, version === null ? null : `TRP ${version}`]
  return (
    <>
      {problem !== null && <span className="is-broken">{problem} </span>}
      <small className="mono muted">{technical.filter((part) => part !== null).join(' · ')}</small>
      {text !== null && (
        <details className={style['text']}>
          <summary>Show the message</summary>
          <pre tabIndex={0} aria-label="The message">
            {readable(text)}
          </pre>
        </details>
      )}
    </>
  )
}

/** With line breaks, if it is JSON. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
