import type { Plugin } from 'vite'

/** One letter beyond Latin-1 makes V8 hold a file's text with two bytes a letter: in a bundle they are written as escapes. */
export function ascii(): Plugin {
  return {
    name: 'gatehouse-ascii',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = escaped(file.code)
    },
  }
}

function escaped(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
