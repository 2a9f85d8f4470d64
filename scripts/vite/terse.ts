import { minifySync, type Plugin } from 'vite'

/**
 * What is made from schemas is half of the server's text, and nobody reads it: written without spaces and with short
 * names it takes a third of the memory. The rest stays as it was written but for its remarks, so that the place of a fault
 * can be read.
 */
export function terse(chunk: string): Plugin {
  return {
    name: 'gatehouse-terse',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        const plain = { compress: false, mangle: false, codegen: { removeWhitespace: false } } as const
        const how = file.name === chunk ? {} : plain
        file.code = minifySync(file.fileName, file.code, { module: true, ...how }).code
      }
    },
  }
}
