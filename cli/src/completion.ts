import type { Command } from './command.ts'
import { Misuse } from './errors.ts'

// Completion: the shell calls specie, so that the candidates always match the table.

const scripts: { readonly [shell: string]: string } = {
  bash: `_specie() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(specie complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _specie specie`,
  zsh: `#compdef specie
_specie() {
  local -a found
  found=(\${(f)"$(specie complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  compadd -- $found
}
compdef _specie specie
# Read from fpath, this file is the function at its first call; when it is sourced nothing is completed yet.
[[ $funcstack[1] != _specie ]] || _specie`,
  fish: `complete -c specie -f -a '(specie complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'`,
}

const shells = Object.keys(scripts)

export const completion: Command = {
  words: [shells.join('|')],
  does: 'print the completion script of your shell',
  examples: ['bash >> ~/.bashrc', 'zsh > "${fpath[1]}/_specie"', 'fish > ~/.config/fish/completions/specie.fish'],
  run: async (env, [shell]) => {
    const script = scripts[shell!]
    if (script === undefined) throw new Misuse(`There is no completion for ${shell}: ${shells.join(', ')}.`)
    env.print(script)
    return 0
  },
}
