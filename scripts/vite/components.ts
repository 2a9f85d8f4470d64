import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'

/**
 * The file that draws a component of src/screens, as `blocks` of its area brings it: what stands in the same export as
 * the name. A component that is there at once has none.
 */
export function componentFiles(root: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of globSync('src/screens/*/blocks.{ts,tsx}', { cwd: root })) {
    const code = readFileSync(join(root, file), 'utf8')
    const { staticExports, dynamicImports } = parseSync(file, code).module
    for (const { start, end, entries } of staticExports) {
      const [brought] = dynamicImports.filter((one) => one.start > start && one.end < end)
      const name = entries[0]?.exportName.name
      if (!brought || name === undefined || name === null) continue
      const { moduleRequest } = brought
      const said = code.slice(moduleRequest.start + 1, moduleRequest.end - 1)
      found.set(name, relative(root, join(root, file, '..', said)).replaceAll('\\', '/'))
    }
  }
  return found
}
