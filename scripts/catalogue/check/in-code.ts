import { join } from 'node:path'
import { codeIn, exportsOf } from '../../quality/source.ts'

/** The app that draws the definitions: whichever data are checked, their code is this one's. */
const APP = join(import.meta.dirname, '../../../src')

const exportedBy = (...patterns: string[]): Set<string> =>
  new Set(codeIn(...patterns.map((pattern) => join(APP, pattern))).flatMap(exportsOf))

/** What definitions may name of the app's code. */
export const namesInCode = (): { code: Set<string>; block: Set<string> } => ({
  code: exportedBy('screens/*/actions'),
  block: exportedBy('screens/*/blocks', 'app/public/blocks'),
})
