import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type Shell = {
  /** The output of a block, as if pasted. Throws if one of its commands fails. */
  paste(block: string): Promise<string>
  end(): Promise<void>
}

const marker = 'the block has ended'

/** One bash, in which blocks run one after the other. */
export function openShell(cwd: string, env: NodeJS.ProcessEnv): Shell {
  const bash = spawn('bash', ['--noprofile', '--norc', '-E'], { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  let [output, failed] = ['', '']
  let heard = () => {}
  bash.stdout.on('data', (chunk) => {
    output += String(chunk)
    heard()
  })
  bash.stderr.on('data', (chunk) => (failed += String(chunk)))
  bash.once('exit', () => heard())
  bash.stdin.write(`set -o pipefail; problem=; trap 'problem="\${problem:-$BASH_COMMAND}"' ERR\n`)
  const isOver = () => output.includes(`${marker}\n`) || bash.exitCode !== null
  return {
    paste: async (block) => {
      output = failed = ''
      // Pasted text has no input of its own: a command that reads would consume the next one.
      bash.stdin.write(`{\n${block}\n} < /dev/null\necho "problem: $problem"; problem=; echo ${marker}\n`)
      while (!isOver()) await new Promise<void>((resolve) => (heard = resolve))
      const [printed, problem] = output.split(/^problem: /m)
      if (problem === undefined || problem.split('\n')[0] !== '') {
        throw new Error(`a command failed: ${problem ?? 'the shell has ended'}\n${block}\n${printed}\n${failed}`)
      }
      return printed!
    },
    end: async () => {
      if (bash.exitCode !== null) return
      const ended = once(bash, 'exit')
      bash.stdin.end('exit\n')
      await ended
    },
  }
}
