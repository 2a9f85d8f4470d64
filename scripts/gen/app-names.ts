import { namesInCode } from '../catalogue/check/in-code.ts'
import { write } from './write.ts'

/** What definitions may name of the app's code, for a server that has no sources to read: schemas/generated/app-names.js. */
export function appNames(): void {
  const { code, block } = namesInCode()
  const listed = (names: ReadonlySet<string>): string => JSON.stringify([...names].toSorted())
  write('app-names.js', `export const code = ${listed(code)}\nexport const block = ${listed(block)}\n`)
  write('app-names.d.ts', 'export const code: readonly string[]\nexport const block: readonly string[]\n')
}
