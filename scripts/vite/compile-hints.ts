import type { Plugin } from 'vite'

/** Files of which a first page calls most. */
const CALLED_AT_ONCE = /^(?:react|both|door|home|tiles)$/

/**
 * Lets the browser compile such files whole while they come, beside the page's own work; otherwise it reads function after
 * function again when it is called, which is a sixth of what a first page computes. Who does not know the hint reads a
 * comment. It has to stand at the very top, above what other plugins put there.
 */
export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && CALLED_AT_ONCE.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
})
