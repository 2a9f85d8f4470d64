import { globSync } from 'node:fs'
import { relative } from 'node:path'

/**
 * Names of classes as they stand in style sheets and code: one for the module, by its place among all of them, and one for
 * the class in it. The usual ones carry a hash each, which packs to nothing less wherever it stands: a hundredth of all that the first
 * tiles load.
 */
export function classNames(root: string): (name: string, file: string) => string {
  const modules = globSync('{src,widgets}/**/*.module.css', { cwd: root }).sort()
  const known = new Map<string, string[]>()
  return (name, file) => {
    const path = relative(root, file)
    const classes = known.get(path) ?? []
    known.set(path, classes)
    if (!classes.includes(name)) classes.push(name)
    const place = modules.indexOf(path)
    if (place < 0) throw new Error(`${path} is no module of styles that is looked for`)
    return `${letters(place)}${classes.indexOf(name)}`
  }
}

/** `a` to `z`, then `aa`. */
const letters = (place: number): string =>
  (place < 26 ? '' : letters(Math.floor(place / 26) - 1)) + String.fromCharCode(97 + (place % 26))
