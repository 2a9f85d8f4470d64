import { join } from 'node:path'
import type { Plugin } from 'vite'
import { SHIPPED, stampsOf } from '../../server/catalogue/definitions/shipped.ts'

/** Says beside the app which definitions it was built with, so that a server knows which files say something else. */
export const shippedDefinitions = (root: string): Plugin => ({
  name: 'shipped-definitions',
  apply: 'build',
  generateBundle() {
    const source = JSON.stringify(Object.fromEntries(stampsOf(join(root, 'catalogue'))), null, 1)
    this.emitFile({ type: 'asset', fileName: SHIPPED, source })
  },
})
