import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The app that draws the definitions: whichever data are checked, their code is this one's. */
const APP = join(import.meta.dirname, '../../../src')

/** Names that files of the app export, and those of the files that they hand on. */
function exportedBy(pattern: string): Set<string> {
  const names = new Set<string>()
  const seen = new Set<string>()
  const read = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    const source = readFileSync(file, 'utf8')
    for (const [, name = ''] of source.matchAll(/^export (?:const|function|async function) (\w+)/gm))
      names.add(name)
    for (const [, list = ''] of source.matchAll(/^export \{([^}]*)\}/gm))
      for (const part of list.split(',')) names.add(part.trim().replace(/^.* as /, ''))
    for (const [, other = ''] of source.matchAll(/^export \* from '(\.[^']+)'/gm))
      read(join(file, '..', other))
  }
  for (const file of globSync(pattern, { cwd: APP })) read(join(APP, file))
  names.delete('')
  return names
}

/** What definitions may name of the app's code. */
export const namesInCode = (): { code: Set<string>; block: Set<string> } => ({
  code: exportedBy('screens/*/actions.{ts,tsx}'),
  block: exportedBy('{screens/*/blocks.tsx,app/public/blocks.ts}'),
})
