import { isHere, type Options, type Row } from './command.ts'
import { usageOf } from './help.ts'
import { sections } from './table.ts'

// docs/cli.md: every command, from the table that also parses it.

const introduction = `\`specie\` is one command for integrators and operators. It runs on Node 20 and newer and needs no other package. In this
repository it is built by \`npm start\`, \`npm test\` and \`npm run specie\`; then \`npx specie\` works.

\`\`\`sh
npx specie init                                # a key pair, and in UAT an institution of your own
npx specie sandbox wires currency=CHF amount=300000
npx specie sandbox advance 30m
npx specie mint VCHF 250000 --chain ETH --watch   # in another shell: npx specie sandbox advance 3h
npx specie order buy 1000 VCHF/CHF --price 1.01
npx specie balance
\`\`\`

## Whom it acts for

- A **profile** is a base address and a key. \`specie init NAME\` makes one, \`specie profiles\` lists them, \`specie profiles use NAME\`
  changes the one in use, and \`--profile NAME\` names another one for one command.
- Profiles are in \`~/.config/specie\` (\`XDG_CONFIG_HOME\` is respected; \`SPECIE_CONFIG\` names another folder). Keys are files of
  mode 0600 beside them. A key that others can read is refused.
- Without a profile, the demo institution of a running \`npm start\` is used: the one in \`SPECIE_DATA\`, by default \`.specie\`. Its
  name as a profile is \`demo\`.
- Commands of staff act for the person whose token is in \`SPECIE_TOKEN\`, at \`SPECIE_URL\`. It ends with the browser session that
  confirmed it, after twelve hours at most: see [people.md](people.md#commands). What runs unattended uses a profile with a key.
- Secrets are never options, because everybody on a machine can see them: the token of a sandbox on another machine is in
  \`SPECIE_SANDBOX_TOKEN\`, those of \`specie conformance-adapter\` in \`SPECIE_ADAPTER_SECRET\` or \`SPECIE_ADAPTER_TOKEN\`.
- No command creates a database or a data folder. A folder without an instance is reported as such.

## What it prints

- Answers go to stdout: tables for people, and with \`--json\` what the API answered. Progress, waits and errors go to stderr.
- A file (\`statement --format csv\`) goes to stdout byte for byte. On a terminal control characters are shown as \`\\u001b\`, so that no
  text drives it.
- With \`--watch\` and \`--follow\`, \`--json\` prints one line for each answer.
- A key has one call a second. Commands wait for their turn, also when several run at the same time.
- An error shows its code and message, what to do, the trace id for support, and the page that explains it. With \`--json\` it
  is JSON on stderr.

| exit code | |
|---|---|
| 0 | done |
| 1 | refused, rejected or failed: every error, a rejected order, conversion or rail, a mint that failed (\`--watch\`), a signature that is wrong |
| 2 | the command was not understood |
| 3 | \`specie check\` only: a chain or the provider could not be reached |
| 4 | the answer could not be written, for instance because the disk is full: what was asked for may have been done |
| 5 | \`specie check\` only: nothing is broken, but an institution owes money |

## Assistants

\`specie mcp\` serves an account to an assistant over the Model Context Protocol, on stdin and stdout:

\`\`\`json
{ "mcpServers": { "specie": { "command": "specie", "args": ["mcp", "--profile", "main"] } } }
\`\`\`

Its tools only read: balances, orders, mints, deposits, statements, and \`where_is\`, which finds a mint or a payment by any of
its ids and explains what it waits for. With \`--allow-writes\` there are tools that move money. Each of them first makes a dry
run and answers what would happen, together with a confirmation. The same request with that confirmation, within five minutes,
asks you: your program shows the request and its outcome, and you agree or decline (elicitation). The assistant cannot agree
for you, and in a program without elicitation nothing can be written. After a lost answer the assistant repeats the call with
the same confirmation and gets the answer of the first time; you are not asked again. The confirmation is also the \`clordid\` or
\`clreqid\` of what was done.

## Completion

\`\`\`sh
specie completion bash >> ~/.bashrc
specie completion zsh > "\${fpath[1]}/_specie"
specie completion fish > ~/.config/fish/completions/specie.fish
\`\`\`
`

export const cliPage = (note: string): string =>
  [
    `# The command line\n${note}\n\n${introduction}`,
    ...sections.map(({ title, commands }) =>
      [`## ${title}`, ...Object.entries(commands).map(([name, row]) => commandText(name, row))].join('\n\n'),
    ),
  ].join('\n') + '\n'

function commandText(name: string, row: Row): string {
  const { does, options = {}, examples } = row
  const shown = examples.map((words) => `specie ${name} ${words}`.trimEnd())
  return [
    `### specie ${name}`,
    `${does.charAt(0).toUpperCase()}${does.slice(1)}.${isHere(row) ? '' : ' Needs the machine of the service.'}`,
    `\`\`\`sh\n${[usageOf(name, row).replace('Usage: ', '# '), ...shown].join('\n')}\n\`\`\``,
    ...(Object.keys(options).length === 0 ? [] : [optionTable(options)]),
  ].join('\n\n')
}

function optionTable(options: Options): string {
  const rows = Object.entries(options).map(([name, { value, does, needed }]) => {
    const flag = `\`--${name}${value === undefined ? '' : ` ${value}`}\``
    return `| ${flag.replaceAll('|', '\\|')} | ${[...(needed ? ['needed'] : []), does.replaceAll('|', '\\|')].join('; ')} |`
  })
  return ['| option | |', '|---|---|', ...rows].join('\n')
}
