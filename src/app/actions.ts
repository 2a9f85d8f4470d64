import type { CodeActions } from '#engine/actions/code-action.ts'
import type { Blocks } from '#engine/engine.ts'
import { withTexts } from './part.ts'

const actionFiles = import.meta.glob<CodeActions>('../screens/*/actions.{ts,tsx}')
const blockFiles = import.meta.glob<Blocks>('../screens/*/blocks.{ts,tsx}', { eager: true })

/** One name belongs to one area: two of a name would leave it to chance which one runs. */
function merged<T extends object>(files: Readonly<Record<string, T>>): T {
  const all: Record<string, unknown> = {}
  for (const [file, named] of Object.entries(files))
    for (const [name, one] of Object.entries(named)) {
      if (name in all) throw new Error(`${file} gives ${name} a second meaning`)
      all[name] = one
    }
  return all as T
}

/** What screens name in `code`, from every area: none of it is needed before somebody acts. */
export async function actions(): Promise<CodeActions> {
  const files = Object.entries(actionFiles).map(async ([file, load]) => [file, await load()] as const)
  return merged(Object.fromEntries(await withTexts(Promise.all(files))))
}

/** What screens name in `component`, from every area. */
export const blocks: Blocks = merged(blockFiles)
