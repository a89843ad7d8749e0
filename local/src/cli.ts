import { runCommand } from './command-line.ts'

// Run by `specie` for the commands that need this machine.
process.exitCode = await runCommand(process.argv.slice(2))
