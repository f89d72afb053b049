/** Shell scripts that call the program for completions. */

/** The shells that have a script. */
export const SHELLS = ["bash", "zsh", "fish"] as const;
/** One of {@link SHELLS}. */
export type Shell = (typeof SHELLS)[number];

/** The last line of `sdl complete` when a file may be typed too: the shell completes files itself. */
export const FILES = ":files";

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# sdl completion bash: add  source <(sdl completion bash)  to ~/.bashrc
_sdl_complete() {
  local IFS=$'\\n' word typed="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  for word in $(sdl complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
    if [ "$word" = "${FILES}" ]; then
      COMPREPLY+=($(compgen -f -- "$typed"))
      compopt -o filenames 2>/dev/null
    else
      COMPREPLY+=("$word")
    fi
  done
}
complete -F _sdl_complete sdl
`,
  zsh: `#compdef sdl
# sdl completion zsh: add  source <(sdl completion zsh)  to ~/.zshrc, behind compinit
_sdl() {
  local -a found
  found=("\${(@f)$(sdl complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ "\${found[-1]}" = "${FILES}" ]]; then
    found[-1]=()
    _files
  fi
  compadd -- "\${(@)found:#}"
}
compdef _sdl sdl
`,
  fish: `# sdl completion fish: write it to ~/.config/fish/completions/sdl.fish
function __sdl_complete
    set -l words (commandline -opc)[2..-1] (commandline -ct)
    for word in (sdl complete -- $words 2>/dev/null)
        if test "$word" = "${FILES}"
            __fish_complete_path (commandline -ct)
        else
            echo $word
        end
    end
end
complete -c sdl -f -a "(__sdl_complete)"
`,
};

/** @returns the script for the shell to source */
export function completionScript(shell: Shell): string {
  return SCRIPTS[shell];
}
